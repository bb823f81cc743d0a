import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import type { Participant } from '../../domain/business/participant.ts';
import { NO_PERSONAL_INFORMATION } from '../../domain/business/personal-information.ts';
import { listNameConflicts } from '../../domain/extraction/personal/identity-conflicts.ts';
import {
  listConflicts as listPersonalConflicts,
  type PersonalConflict,
} from '../../domain/extraction/personal/personal-fields.ts';
import { listDocuments } from '../business/find-participant.ts';
import { listExtractionsOfFile } from './find-extraction.ts';
import { decryptFields } from './visible-fields.ts';

/**
 * Conflict between stored and extracted data. `appliedFrom` is the id of the extraction that the stored value was
 * applied from; null when the value was sent.
 */
export type SourcedConflict = PersonalConflict & { appliedFrom: number | null };

/**
 * Lists differences between the newest extractions of a participant's documents and the stored names and personal
 * information, and records the access. Null for a caller without `personal:read` or `file:read`.
 */
export async function listConflicts(
  ctx: RequestContext,
  participant: Participant,
): Promise<SourcedConflict[] | null> {
  const { scopes } = requireScope(ctx.caller, 'business:read');
  if (!scopes.has('personal:read') || !scopes.has('file:read')) return null;
  const documents = await listDocuments(ctx, participant);
  const newestByDocument = await Promise.all(
    documents.map(async ({ downloadId }) => {
      const extractions = await listExtractionsOfFile(ctx, downloadId);
      return extractions.filter(({ state }) => state === 'done').slice(0, 1);
    }),
  );
  const newest = newestByDocument.flat();
  if (newest.length === 0) return [];
  const [stored, applied, ...decryptedExtractions] = await Promise.all([
    ctx.personalInformation.load(participant.id),
    ctx.loaders.appliedFields.load(participant.id),
    ...newest.map(async ({ id }) => ({ id, ...(await decryptFields(ctx, id)) })),
  ]);
  const extractionByField = new Map(
    applied.map(({ field, extractionId }) => [field, extractionId]),
  );
  return decryptedExtractions.flatMap((extraction) =>
    [
      ...listNameConflicts(extraction, participant),
      ...listPersonalConflicts(extraction, stored ?? NO_PERSONAL_INFORMATION),
    ].map((conflict) => ({
      ...conflict,
      appliedFrom: extractionByField.get(conflict.name) ?? null,
    })),
  );
}
