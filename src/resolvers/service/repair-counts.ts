import type { Db } from '../../db/client.ts';
import { lockCounts, recountService } from '../../db/queries/records/recount.ts';
import { readCounts } from '../../db/queries/records/service-counts.ts';
import { isLockTimeout, runInTransaction } from '../../db/transaction.ts';
import type { ServiceCounts } from '../../domain/business/service-counts.ts';
import { OperatorError } from '../../errors.ts';
import { getServiceId } from './get-service-id.ts';

export type RepairedCounts = { before: ServiceCounts; after: ServiceCounts };

/**
 * Recomputes the counters of a service from its rows, for an operator. Locks the counters, so that concurrent writes
 * are either included or wait. Throws OperatorError for an unknown service, and when writers keep the tables locked.
 */
export async function repairCounts(db: Db, service: string): Promise<RepairedCounts> {
  const serviceId = await getServiceId(db, service);
  try {
    return await runInTransaction(db, async (tx) => {
      await lockCounts(tx);
      const before = await readCounts(tx, serviceId);
      await recountService(tx, serviceId);
      return { before, after: await readCounts(tx, serviceId) };
    });
  } catch (cause) {
    if (!isLockTimeout(cause)) throw cause;
    throw new OperatorError(
      'The counters are locked and could not be acquired in time (LOCK_TIMEOUT_MS). Run the command again.',
      { cause },
    );
  }
}
