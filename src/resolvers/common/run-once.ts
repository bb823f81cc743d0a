import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { inTransaction, type RequestContext } from '../../context.ts';
import {
  type ClaimedKey,
  claimKey,
  findBindingKey,
  findKey,
  type StoredKey,
  saveOutcome,
} from '../../db/queries/records/idempotency-keys.ts';
import type { JsonObject } from '../../db/tables.ts';
import { isLockTimeout } from '../../db/transaction.ts';
import { AppError } from '../../errors.ts';
import { checkInput } from '../../validation/input-issues.ts';
import { canonicalJson, type Nulls } from './canonical-json.ts';
import { idempotencyKeySchema } from './common-inputs.ts';

/** A change that happens once however often its request is sent. */
export type Effect<T> = {
  /** The operation's name: the same key for another operation is refused. */
  operation: string;
  /** The idempotency key of the input; where there is none, the request's Idempotency-Key header counts. */
  key: string | null | undefined;
  /** Input that identifies equal requests, with defaults filled in: plain values and dates. */
  input: object;
  /** `kept` when null in the input differs from an omitted member, otherwise `as absent`. */
  nulls?: Nulls;
  run: (tx: RequestContext) => Promise<T>;
  /** Data that `replay` needs: ids and positions in the input, never personal data. */
  remember: (result: T) => JsonObject;
  replay: (tx: RequestContext, outcome: unknown) => Promise<T>;
};

/** Part of an effect that recognises a repeated request and answers it. */
export type Repeatable<T> = Omit<Effect<T>, 'run' | 'remember'>;

export type Once<T> = T & { replayed: boolean };

/**
 * Runs an effect in one transaction, once for each key within 24 hours: the key is claimed first, in
 * the effect's own transaction. Throws AppError `idempotency_key_reused` where the key came with another
 * input, `operation_in_progress` where a request with the same key takes longer than the lock time-out.
 */
export async function runOnce<T extends object>(
  ctx: RequestContext,
  effect: Effect<T>,
): Promise<Once<T>> {
  const text = effect.key ?? headerKey(ctx);
  return await inTransaction(ctx, async (tx) => {
    if (text === undefined) return { ...(await effect.run(tx)), replayed: false };
    const key = describeKey(tx, effect, text);
    if (!(await claimPatiently(tx, key))) {
      const outcome = outcomeOf(key, await findKey(tx.db, key));
      return { ...(await effect.replay(tx, outcome)), replayed: true };
    }
    const result = await effect.run(tx);
    await saveOutcome(tx.db, key, effect.remember(result));
    return { ...result, replayed: false };
  });
}

/**
 * Returns the result of an effect that its key names as done, for work that precedes the transaction; undefined where
 * `runOnce` has to decide. Throws AppError `idempotency_key_reused` where the key came with another input.
 */
export async function findReplay<T extends object>(
  ctx: RequestContext,
  effect: Repeatable<T>,
): Promise<Once<T> | undefined> {
  const text = effect.key ?? headerKey(ctx);
  if (text === undefined) return undefined;
  const key = describeKey(ctx, effect, text);
  const stored = await findBindingKey(ctx.db, key);
  if (stored === undefined) return undefined;
  return { ...(await effect.replay(ctx, outcomeOf(key, stored))), replayed: true };
}

/** Throws AppError `invalid_input` for a header that is no key. */
function headerKey({ idempotencyKey }: RequestContext): string | undefined {
  if (idempotencyKey === undefined) return undefined;
  const key = checkInput(idempotencyKeySchema, idempotencyKey);
  if (key.success) return key.data;
  const issues = key.issues.map((issue) => ({ ...issue, path: ['Idempotency-Key'] }));
  throw new AppError('invalid_input', 'The input is invalid.', { issues });
}

/** Hashes the input with the idempotency key, so that the hash reveals nothing without the key. */
function describeKey<T>(tx: RequestContext, effect: Repeatable<T>, text: string): ClaimedKey {
  const input = canonicalJson([effect.operation, effect.input], effect.nulls ?? 'as absent');
  return {
    serviceId: tx.caller.serviceId,
    keyHash: createHash('sha256').update(text).digest(),
    operation: effect.operation,
    inputDigest: createHmac('sha256', text).update(input).digest(),
  };
}

async function claimPatiently(tx: RequestContext, key: ClaimedKey): Promise<boolean> {
  try {
    return await claimKey(tx.db, key);
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    const message = 'The same request is still in progress. Retry later.';
    throw new AppError('operation_in_progress', message, { cause: error });
  }
}

function outcomeOf(key: ClaimedKey, stored: StoredKey | undefined): unknown {
  const isSame =
    stored?.operation === key.operation && timingSafeEqual(stored.inputDigest, key.inputDigest);
  if (isSame) return stored.outcome;
  throw new AppError(
    'idempotency_key_reused',
    'The idempotency key was used with another input. Use a new key.',
  );
}
