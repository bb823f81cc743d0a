import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import type { Participant } from '../../domain/business/participant.ts';
import { NO_PERSONAL_INFORMATION } from '../../domain/business/personal-information.ts';
import {
  listConflicts as conflictsOf,
  type PersonalConflict,
} from '../../domain/extraction/personal-fields.ts';
import { listDocuments } from '../business/find-participant.ts';
import { listExtractionsOfFile } from './find-extraction.ts';
import { openFields } from './show-fields.ts';

/** Conflict with the extraction that the stored value was applied from; null when the value was sent. */
export type ShownConflict = PersonalConflict & { appliedFrom: number | null };

/**
 * Lists differences between the newest extractions of a participant's documents and the stored data, and records the
 * read. Null for a caller without the scopes for personal information and files.
 */
export async function listConflicts(
  ctx: RequestContext,
  participant: Participant,
): Promise<ShownConflict[] | null> {
  const { scopes } = requireScope(ctx.caller, 'business:read');
  if (!scopes.has('personal:read') || !scopes.has('file:read')) return null;
  const documents = await listDocuments(ctx, participant);
  const newest = await Promise.all(
    documents.map(async ({ downloadId }) => {
      const extractions = await listExtractionsOfFile(ctx, downloadId);
      return extractions.filter(({ state }) => state === 'done').slice(0, 1);
    }),
  );
  const latest = newest.flat();
  if (latest.length === 0) return [];
  const [stored, applied, ...opened] = await Promise.all([
    ctx.personalInformation.load(participant.id),
    ctx.loaders.appliedFields.load(participant.id),
    ...latest.map(async ({ id }) => ({ id, ...(await openFields(ctx, id)) })),
  ]);
  const sourceOf = new Map(applied.map(({ field, extractionId }) => [field, extractionId]));
  return opened.flatMap((extraction) =>
    conflictsOf(extraction, stored ?? NO_PERSONAL_INFORMATION).map((conflict) => ({
      ...conflict,
      appliedFrom: sourceOf.get(conflict.name) ?? null,
    })),
  );
}
