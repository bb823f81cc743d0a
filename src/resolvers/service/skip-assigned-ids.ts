import type { Db } from '../../db/client.ts';
import { listServiceIds } from '../../db/queries/access/services.ts';
import { renewStreamKey } from '../../db/queries/records/event-streams.ts';
import {
  disableTimeouts,
  skipIds,
  skipSequenceValues,
  skipVersions,
} from '../../db/queries/records/skip-ids.ts';
import { runInTransaction } from '../../db/transaction.ts';

/**
 * Number of skipped ids: far below the range of a 4-byte integer in v4 clients, and more than a service assigns between
 * two backups.
 */
const SKIPPED_IDS = 10_000_000;

/**
 * Makes a restored database skip the ids that were assigned after the backup, of every kind and service, up to ten
 * million of a kind. A client that stored such an id then finds nothing instead of another object. Events receive new
 * ids, and businesses new versions. Ids of receipts continue, because their chain has no gaps. Returns the number of
 * services. Must run before a gateway serves the database; a second run skips more ids.
 */
export async function skipAssignedIds(db: Db): Promise<number> {
  return await runInTransaction(db, async (tx) => {
    await disableTimeouts(tx);
    const serviceIds = await listServiceIds(tx);
    for (const serviceId of serviceIds) {
      await skipIds(tx, { serviceId, count: SKIPPED_IDS });
      await skipVersions(tx, serviceId);
      await renewStreamKey(tx, serviceId);
    }
    await skipSequenceValues(tx, SKIPPED_IDS);
    return serviceIds.length;
  });
}
