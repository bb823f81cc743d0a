import { requireScope } from '../../auth/require-scope.ts';
import type { Ctx } from '../../context.ts';
import { countDeletion } from '../../db/queries/completion/completion.ts';
import { completionRule } from '../../domain/business/completion.ts';
import { findBusinessId } from '../business/find-business.ts';
import type { CompletionPreviewInput } from '../business/inputs.ts';
import { getCompletionMode } from './completion-mode.ts';

/** Data that a completion would delete from this version of the business. */
export type CompletionPreview = {
  participantsToDelete: number;
  documentsToDelete: number;
  deletesBusiness: boolean;
  version: number;
};

/** Counts and version are of one moment. Undefined where the service has no such business. */
export async function previewCompletion(
  ctx: Ctx,
  input: CompletionPreviewInput,
): Promise<CompletionPreview | undefined> {
  const { serviceId } = requireScope(ctx.caller, 'business:read');
  const businessId = await findBusinessId(ctx, input.business);
  if (businessId === undefined) return undefined;
  const rule = completionRule(getCompletionMode(input.deleteMode));
  const { participants } = rule;
  const counted = await countDeletion(ctx.db, { serviceId, businessId, participants });
  if (counted === undefined) return undefined;
  return {
    participantsToDelete: counted.participants,
    documentsToDelete: counted.documents,
    deletesBusiness: rule.deletesBusiness,
    version: counted.version,
  };
}
