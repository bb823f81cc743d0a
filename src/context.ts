import type { Caller } from './auth/caller.ts';
import type { TokenIssuer } from './auth/tokens.ts';
import type { Db } from './db/client.ts';
import { createLoaders, type Loaders } from './db/loaders.ts';
import { runInTransaction } from './db/transaction.ts';
import type { Logger } from './log.ts';

/** What an operation may use, made anew for every request. */
export type Ctx = {
  caller: Caller;
  requestId: string;
  /** The request's Idempotency-Key header, not checked yet; an input's own key goes before it. */
  idempotencyKey?: string | undefined;
  db: Db;
  loaders: Loaders;
  tokens: TokenIssuer;
  log: Logger;
};

export type CtxParts = Omit<Ctx, 'loaders'>;

export function createCtx(parts: CtxParts): Ctx {
  return { ...parts, loaders: createLoaders(parts.db, parts.caller.serviceId) };
}

/** The same caller on one transaction, with loaders of its own: what it reads is what it writes on. */
export async function inTransaction<T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  return await runInTransaction(ctx.db, async (db) => await work(createCtx({ ...ctx, db })));
}
