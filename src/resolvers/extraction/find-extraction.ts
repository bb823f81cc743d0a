import { requireScope } from '../../auth/require-scope.ts';
import type { Ctx } from '../../context.ts';
import type { ExtractionHead } from '../../db/queries/extractions/extractions.ts';
import { fileNotFound } from '../files/find-file.ts';

/** All that is known of an extraction but what the document says. */
export type FoundExtraction = ExtractionHead;

/** What is known of an extraction but its fields; undefined where the service has none of that id. */
export async function findExtraction(ctx: Ctx, id: number): Promise<FoundExtraction | undefined> {
  requireScope(ctx.caller, 'file:read');
  return await ctx.loaders.extraction.load(id);
}

/** What must hold before a document is read for somebody who is answered what it says. Throws AppError `forbidden`. */
export function checkExtractionReader(ctx: Ctx): void {
  requireScope(ctx.caller, 'file:read');
}

/** The same; throws AppError `file_not_found`. */
export async function getExtraction(ctx: Ctx, id: number): Promise<FoundExtraction> {
  return (await findExtraction(ctx, id)) ?? fileNotFound();
}

/** Of a file, the newest first, at most twenty; none for a file that is not here. */
export async function listExtractionsOfFile(
  ctx: Ctx,
  fileId: number | null,
): Promise<FoundExtraction[]> {
  requireScope(ctx.caller, 'file:read');
  return fileId === null ? [] : await ctx.loaders.extractionsOfFile.load(fileId);
}
