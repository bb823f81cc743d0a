import { requireUser } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { PICTURE_BYTES_MAX, type PictureReference } from '../../domain/socioeconomic/material.ts';
import type { SocioeconomicReportDocument } from '../../domain/socioeconomic/report.ts';
import type { PageFormat } from '../../domain/socioeconomic/stored-report.ts';
import { AppError } from '../../errors.ts';
import { openParts } from '../files/data-key.ts';
import { requireFiles } from '../files/require-files.ts';

/** Document to print. `digest` and `signature` are of its `toCanonicalJson`; a draft has no signature. */
export type Printing = {
  report: SocioeconomicReportDocument;
  page: PageFormat;
  digest: string;
  signature: string | null;
};

/** The PDF. Throws AppError `too_many_requests` while too many are printed, `files_unavailable` where none can be. */
export async function printDocument(ctx: RequestContext, printing: Printing): Promise<Buffer> {
  const { serviceId } = requireUser(ctx.caller);
  const { reports } = ctx;
  if (reports === undefined)
    throw new AppError('files_unavailable', 'PDF reports are not available on this server.');
  const { pictures } = printing.report;
  return await reports.print(serviceId, async () => {
    const [photo, map] = await Promise.all([
      readPicture(ctx, pictures.photo),
      readPicture(ctx, pictures.map),
    ]);
    return { ...printing, pictures: { photo, map } };
  });
}

/** The bytes of a picture; null where there is none, or it is not the one any more that the report names. */
async function readPicture(
  ctx: RequestContext,
  reference: PictureReference | null,
): Promise<Uint8Array | null> {
  const file = reference === null ? undefined : await ctx.loaders.file.load(reference.fileId);
  if (file?.state !== 'available' || file.sha256 !== reference?.sha256) return null;
  const { storageKey, byteCount: size } = file;
  if (storageKey === null || !isShowable(size)) return null;
  const parts = await openParts(ctx, file);
  const { serviceId } = ctx.caller;
  if (parts === undefined) return null;
  return await readAll(ctx, { serviceId, storageKey, key: parts.key, size });
}

function isShowable(size: number | null): size is number {
  return size !== null && size > 0 && size <= PICTURE_BYTES_MAX;
}

type Blob = Parameters<ReturnType<typeof requireFiles>['vault']['read']>[0];

async function readAll(ctx: RequestContext, blob: Blob): Promise<Uint8Array | null> {
  const stored = await requireFiles(ctx).vault.read(blob, { first: 0, last: blob.size - 1 });
  if (stored === undefined) return null;
  const chunks: Uint8Array[] = [];
  for await (const chunk of stored) chunks.push(chunk);
  return Buffer.concat(chunks);
}
