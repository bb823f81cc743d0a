import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import type { ExtractionHead } from '../../db/queries/extractions/extractions.ts';
import { throwFileNotFound } from '../files/find-file.ts';

/** Extraction without its fields. */
export type FoundExtraction = ExtractionHead;

/** Returns an extraction without its fields. Undefined when the service has no extraction with the id. */
export async function findExtraction(
  ctx: RequestContext,
  id: number,
): Promise<FoundExtraction | undefined> {
  requireScope(ctx.caller, 'file:read');
  return await ctx.loaders.extraction.load(id);
}

/** Checks that the caller may read extracted content. Throws AppError `forbidden`. */
export function requireExtractionReader(ctx: RequestContext): void {
  requireScope(ctx.caller, 'file:read');
}

/** Returns an extraction without its fields. Throws AppError `file_not_found`. */
export async function getExtraction(ctx: RequestContext, id: number): Promise<FoundExtraction> {
  return (await findExtraction(ctx, id)) ?? throwFileNotFound();
}

/** Lists the extractions of a file, newest first, at most 20. Empty for the id null. */
export async function listExtractionsOfFile(
  ctx: RequestContext,
  fileId: number | null,
): Promise<FoundExtraction[]> {
  requireScope(ctx.caller, 'file:read');
  return fileId === null ? [] : await ctx.loaders.extractionsOfFile.load(fileId);
}
