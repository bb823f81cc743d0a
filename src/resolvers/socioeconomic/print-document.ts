import { requireUser } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { PICTURE_BYTES_MAX, type PictureReference } from '../../domain/socioeconomic/material.ts';
import type { SocioeconomicReportDocument } from '../../domain/socioeconomic/report.ts';
import type { PageFormat } from '../../domain/socioeconomic/stored-report.ts';
import { AppError } from '../../errors.ts';
import { decryptKeyAndName } from '../files/data-key.ts';
import { requireFiles } from '../files/require-files.ts';

/** Document to print. `digest` and `signature` are those of its canonical JSON; a draft has no signature. */
export type PrintRequest = {
  report: SocioeconomicReportDocument;
  page: PageFormat;
  digest: string;
  signature: string | null;
};

/**
 * Prints a report as PDF. Throws AppError `too_many_requests` when too many reports wait for printing, and
 * `files_unavailable` on a server without PDF reports.
 */
export async function printDocument(ctx: RequestContext, printing: PrintRequest): Promise<Buffer> {
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

/**
 * Reads a picture; null when there is none, when it is too large, or when the file changed since the report was
 * generated.
 */
async function readPicture(
  ctx: RequestContext,
  reference: PictureReference | null,
): Promise<Uint8Array | null> {
  const file = reference === null ? undefined : await ctx.loaders.file.load(reference.fileId);
  if (file?.state !== 'available' || file.sha256 !== reference?.sha256) return null;
  const { storageKey, byteCount: size } = file;
  if (storageKey === null || !isPrintable(size)) return null;
  const keyAndName = await decryptKeyAndName(ctx, file);
  const { serviceId } = ctx.caller;
  if (keyAndName === undefined) return null;
  return await readAll(ctx, { serviceId, storageKey, key: keyAndName.key, size });
}

function isPrintable(size: number | null): size is number {
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
