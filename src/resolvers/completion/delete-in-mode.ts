import type { Db } from '../../db/client.ts';
import { touchBusiness } from '../../db/queries/business/business-flags.ts';
import { deleteBusiness } from '../../db/queries/business/businesses.ts';
import {
  type DeletedCounts,
  deleteParticipants,
  lockSharedRows,
} from '../../db/queries/business/completion.ts';
import { deleteFilesOfBusiness } from '../../db/queries/files/files.ts';
import { completionRule, type DeleteMode } from '../../domain/completion.ts';
import { type CountChange, sumChanges } from '../../domain/service-counts.ts';

/** `countChange` is for the counts of the service; `blobs`: of how many files the bytes are due. */
export type DeletedInMode = { counts: DeletedCounts; countChange: CountChange; blobs: number };

type HeldBusiness = { serviceId: number; businessId: number };

/** Deletes what a completion in this mode takes of a business that the transaction holds (decisions 20 to 24). */
export async function deleteInMode(
  db: Db,
  { serviceId, businessId }: HeldBusiness,
  mode: DeleteMode,
): Promise<DeletedInMode> {
  const rule = completionRule(mode);
  const scope = { serviceId, businessId, participants: rule.participants };
  await lockSharedRows(db, scope);
  const { counts, blobs, change } = await deleteParticipants(db, scope);
  let due = blobs;
  if (rule.deletesBusiness) {
    due += await deleteFilesOfBusiness(db, serviceId, businessId);
    await deleteBusiness(db, serviceId, businessId);
  }
  if (!rule.deletesBusiness && counts.participants > 0)
    await touchBusiness(db, serviceId, businessId);
  const countChange = sumChanges([change, { businesses: rule.deletesBusiness ? -1 : 0 }]);
  return { counts, countChange, blobs: due };
}
