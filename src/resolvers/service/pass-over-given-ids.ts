import type { Db } from '../../db/client.ts';
import { listServiceIds } from '../../db/queries/access/services.ts';
import { renewStreamKey } from '../../db/queries/records/event-streams.ts';
import {
  liftTimeOuts,
  passOverIds,
  passOverSequences,
  passOverVersions,
} from '../../db/queries/records/passed-over.ts';
import { runInTransaction } from '../../db/transaction.ts';

/** Far below what v4 clients keep in four bytes, and more than a service is given between two backups. */
const IDS_PASSED_OVER = 10_000_000;

/**
 * Has a restored database give out none of the ids again that were given out after the moment that it was restored to, of
 * whatever kind and service, as long as these were fewer than ten million of a kind: who has kept one finds nothing, and not
 * somebody else. Events get other ids, and businesses versions that nobody has seen. Ids of receipts go on, for their chain has no
 * gap. Returns how many services there are. To be run before a gateway serves the database; run twice it leaves out more.
 */
export async function passOverGivenIds(db: Db): Promise<number> {
  return await runInTransaction(db, async (tx) => {
    await liftTimeOuts(tx);
    const serviceIds = await listServiceIds(tx);
    for (const serviceId of serviceIds) {
      await passOverIds(tx, { serviceId, count: IDS_PASSED_OVER });
      await passOverVersions(tx, serviceId);
      await renewStreamKey(tx, serviceId);
    }
    await passOverSequences(tx, IDS_PASSED_OVER);
    return serviceIds.length;
  });
}
