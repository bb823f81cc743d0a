import { type Ctx, createCtx } from '../../../src/context.ts';
import type { Db } from '../../../src/db/client.ts';
import { createLogger } from '../../../src/log.ts';
import { createTestTokens, type TestService } from './callers.ts';

/** What an operation gets for a request of the service's user; as good as new for each statement of a list. */
export async function createTestCtx(db: Db, { caller }: TestService): Promise<Ctx> {
  const log = createLogger('silent');
  const tokens = await createTestTokens(db);
  return createCtx({ caller, requestId: 'request', idempotencyKey: undefined, db, tokens, log });
}
