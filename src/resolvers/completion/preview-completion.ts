import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { countDeletion, type DueCounts } from '../../db/queries/completion/count-deletion.ts';
import {
  type CompletionWarning,
  getCompletionRule,
  listWarnings,
} from '../../domain/business/completion.ts';
import { findBusinessId } from '../business/find-business.ts';
import type { CompletionPreviewInput } from '../business/inputs.ts';
import { getCompletionMode } from './completion-mode.ts';

/** What a completion would delete of the business at this version of it, and what it has to be confirmed for. */
export type CompletionPreview = DueCounts & {
  deletesBusiness: boolean;
  warnings: CompletionWarning[];
};

/** Counts and version are of one moment. Undefined where the service has no such business. */
export async function previewCompletion(
  ctx: RequestContext,
  input: CompletionPreviewInput,
): Promise<CompletionPreview | undefined> {
  const { serviceId } = requireScope(ctx.caller, 'business:read');
  const businessId = await findBusinessId(ctx, input.business);
  if (businessId === undefined) return undefined;
  const { participants, deletesBusiness } = getCompletionRule(getCompletionMode(input.deleteMode));
  const scope = { serviceId, businessId, participants };
  const counted = await countDeletion(ctx.db, scope, { deletesBusiness });
  if (counted === undefined) return undefined;
  return { ...counted, deletesBusiness, warnings: listWarnings(counted) };
}
