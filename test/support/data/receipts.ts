import type { Db } from '../../../src/db/client.ts';
import { completeBusiness } from '../../../src/resolvers/completion/complete-business.ts';
import type { TestService } from '../gateway/callers.ts';
import { createTestContext } from '../gateway/context.ts';
import { makeBusiness } from './factories.ts';

/** Completes new businesses of the service one after the other, and returns the digests of their receipts. */
export async function makeReceipts(db: Db, service: TestService, count: number): Promise<string[]> {
  const ctx = await createTestContext(db, service);
  const digests: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const { id } = await makeBusiness(db, service.serviceId, { participants: [{}] });
    const deleteMode = index % 2 === 0 ? 'all' : 'without_folio';
    const { receipt } = await completeBusiness(ctx, { business: { databaseId: id }, deleteMode });
    digests.push(receipt.digest);
  }
  return digests;
}
