import { createRequestContext, type RequestContext } from '../../../src/context.ts';
import type { Db } from '../../../src/db/client.ts';
import { createLogger } from '../../../src/log.ts';
import { createTestTokens, type TestService } from './callers.ts';

/** What an operation gets for a request of the service's user; as good as new for each statement of a list. */
export async function createTestContext(db: Db, { caller }: TestService): Promise<RequestContext> {
  const log = createLogger('silent');
  const tokens = await createTestTokens(db);
  return createRequestContext({
    caller,
    requestId: 'request',
    idempotencyKey: undefined,
    db,
    tokens,
    log,
  });
}
