import { requireUser } from '../../auth/scopes.ts';
import type { Ctx } from '../../context.ts';
import type { PictureReference } from '../../domain/socioeconomic/material.ts';
import type { SocioeconomicReportDocument } from '../../domain/socioeconomic/report.ts';
import type { PageFormat } from '../../domain/socioeconomic/stored-report.ts';
import { AppError } from '../../errors.ts';
import { openParts } from '../files/data-key.ts';
import { requireFiles } from '../files/require-files.ts';

/** What is printed: `digest` and `signature` are of the document as `stableJson` writes it; a draft has no signature. */
export type Printing = {
  report: SocioeconomicReportDocument;
  page: PageFormat;
  digest: string;
  signature: string | null;
};

/** The PDF. Throws AppError `too_many_requests` while too many are printed, `files_unavailable` where none can be. */
export async function printDocument(ctx: Ctx, printing: Printing): Promise<Buffer> {
  requireUser(ctx.caller);
  const { reports } = ctx;
  if (reports === undefined)
    throw new AppError('files_unavailable', 'No report can be printed here.');
  const { pictures } = printing.report;
  const [photo, map] = await Promise.all([
    readPicture(ctx, pictures.photo),
    readPicture(ctx, pictures.map),
  ]);
  return await reports.print({ ...printing, pictures: { photo, map } });
}

/** More bytes than that no report shows. */
const PICTURE_BYTES_MAX = 10 * 1024 * 1024;

/** The bytes of a picture; null where there is none, or it is not the one any more that the report names. */
async function readPicture(
  ctx: Ctx,
  reference: PictureReference | null,
): Promise<Uint8Array | null> {
  const file = reference === null ? undefined : await ctx.loaders.file.load(reference.fileId);
  if (file === undefined || file.state !== 'available' || file.sha256 !== reference?.sha256)
    return null;
  const { storageKey, byteCount: size } = file;
  const parts = await openParts(ctx, file);
  if (storageKey === null || size === null || parts === undefined) return null;
  if (size === 0 || size > PICTURE_BYTES_MAX) return null;
  const blob = { storageKey, key: parts.key, size };
  const stored = await requireFiles(ctx).vault.read(blob, { first: 0, last: size - 1 });
  if (stored === undefined) return null;
  const chunks: Uint8Array[] = [];
  for await (const chunk of stored) chunks.push(chunk);
  return Buffer.concat(chunks);
}
