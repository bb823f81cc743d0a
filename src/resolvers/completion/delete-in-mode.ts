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
export type DeletionResult = { counts: DeletedCounts; countChange: CountDelta; blobs: number };

type CompletionTarget = { serviceId: number; businessId: number; mode: DeleteMode };

/** Returns the deletion scope of a completion in this mode. */
export function toCompletionScope({
  serviceId,
  businessId,
  mode,
}: CompletionTarget): CompletionScope {
  return { serviceId, businessId, participants: getCompletionRule(mode).participants };
}

/** Deleted files when the business is not deleted. */
const NO_FILES = { files: 0, extractions: 0, bytes: 0, blobs: 0 };

/**
 * Deletes data of a business that `lockForCompletion` has locked. The statements that `sendExtra` sends share the round
 * trip; their result is returned as `extra`.
 */
export async function deleteInMode<Extra>(
  db: Db,
  target: CompletionTarget & Pick<LockedBusiness, 'needsCustomPlan'>,
  sendExtra: (run: Run) => Promise<Extra>,
): Promise<
  DeletionResult & {
    extra: Extra;
  }
> {
  const { serviceId, businessId } = target;
  const { deletesBusiness } = getCompletionRule(target.mode);
  const scope = toCompletionScope(target);
  const [rows, files, , extra] = await runPipelined(
    db,
    async (run) =>
      await Promise.all([
        run(buildDeletionStatement(db, scope, target.needsCustomPlan)),
        deletesBusiness ? run(deleteFilesOfBusiness(db, { serviceId, businessId })) : [],
        deletesBusiness ? run(deleteBusiness(db, { serviceId, id: businessId })) : [],
        sendExtra(run),
      ]),
  );
  const { counts: participantCounts, blobs, change } = toDeletion(rows);
  const [businessFiles = NO_FILES] = files;
  const counts = {
    ...participantCounts,
    files: participantCounts.files + businessFiles.files,
    extractions: participantCounts.extractions + businessFiles.extractions,
  };
  if (!deletesBusiness && counts.participants > 0) await touchBusiness(db, serviceId, businessId);
  return {
    counts,
    countChange: sumChanges([
      change,
      { businesses: deletesBusiness ? -1 : 0, fileBytes: -businessFiles.bytes },
    ]),
    blobs: blobs + businessFiles.blobs,
    extra,
  };
}
