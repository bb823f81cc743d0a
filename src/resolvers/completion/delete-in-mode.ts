import type { Db } from '../../db/client.ts';
import { touchBusiness } from '../../db/queries/business/business-flags.ts';
import { deleteBusiness } from '../../db/queries/business/businesses.ts';
import type { LockedBusiness } from '../../db/queries/completion/lock-for-completion.ts';
import {
  buildDeletionStatement,
  type CompletionScope,
  type DeletedCounts,
  toDeletion,
} from '../../db/queries/completion/participants-deletion.ts';
import { deleteFilesOfBusiness } from '../../db/queries/files/files.ts';
import { type Run, runPipelined } from '../../db/statements/run-pipelined.ts';
import { type DeleteMode, getCompletionRule } from '../../domain/business/completion.ts';
import { type CountDelta, sumChanges } from '../../domain/business/service-counts.ts';

/**
 * Result of a deletion. `countChange` is the change of the service's counters, `blobs` the number of stored files whose
 * bytes are due for deletion.
 */
export type DeletedInMode = { counts: DeletedCounts; countChange: CountDelta; blobs: number };

type Completed = { serviceId: number; businessId: number; mode: DeleteMode };

/** Returns the deletion scope of a completion in this mode (decisions 20 to 24). */
export function completionScope({ serviceId, businessId, mode }: Completed): CompletionScope {
  return { serviceId, businessId, participants: getCompletionRule(mode).participants };
}

/** Deleted files when the business is not deleted. */
const NO_FILES = { files: 0, extractions: 0, bytes: 0, blobs: 0 };

/**
 * Deletes data of a business that `lockForCompletion` has locked, in one round trip together with the statements that
 * `others` sends, whose result is returned too.
 */
export async function deleteInMode<Others>(
  db: Db,
  completed: Completed & Pick<LockedBusiness, 'hasCustomPlan'>,
  others: (run: Run) => Promise<Others>,
): Promise<DeletedInMode & { others: Others }> {
  const { serviceId, businessId } = completed;
  const { deletesBusiness } = getCompletionRule(completed.mode);
  const scope = completionScope(completed);
  const [rows, files, , answered] = await runPipelined(
    db,
    async (run) =>
      await Promise.all([
        run(buildDeletionStatement(db, scope, completed.hasCustomPlan)),
        deletesBusiness ? run(deleteFilesOfBusiness(db, { serviceId, businessId })) : [],
        deletesBusiness ? run(deleteBusiness(db, { serviceId, id: businessId })) : [],
        others(run),
      ]),
  );
  const { counts: ofParticipants, blobs, change } = toDeletion(rows);
  const [ofBusiness = NO_FILES] = files;
  const counts = {
    ...ofParticipants,
    files: ofParticipants.files + ofBusiness.files,
    extractions: ofParticipants.extractions + ofBusiness.extractions,
  };
  if (!deletesBusiness && counts.participants > 0) await touchBusiness(db, serviceId, businessId);
  return {
    counts,
    countChange: sumChanges([
      change,
      { businesses: deletesBusiness ? -1 : 0, fileBytes: -ofBusiness.bytes },
    ]),
    blobs: blobs + ofBusiness.blobs,
    others: answered,
  };
}
