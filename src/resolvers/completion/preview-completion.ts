import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { countDeletion, type DeletionPreview } from '../../db/queries/completion/count-deletion.ts';
import {
  type CompletionWarning,
  getCompletionRule,
  listWarnings,
} from '../../domain/business/completion.ts';
import { findBusinessId } from '../business/find-business.ts';
import type { CompletionPreviewInput } from '../business/inputs.ts';
import { getCompletionMode } from './completion-mode.ts';

/** Data that a completion would delete at this version of the business, and the warnings to acknowledge. */
export type CompletionPreview = DeletionPreview & {
  deletesBusiness: boolean;
  warnings: CompletionWarning[];
};

/** Returns counts and version from one snapshot; undefined when the service has no such business. */
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
