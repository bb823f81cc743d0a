import type { Ctx } from '../context.ts';
import { downloadFile, type FileHead } from '../resolvers/files/download-file.ts';
import { type FileReply, fail, REFUSALS, type Reply } from './respond.ts';
import type { RouteRequest } from './route.ts';

/** Answers the file, or the part of it that was asked for: RFC 9110, 14 and 13. */
export async function replyFile(
  ctx: Ctx,
  file: { fileId: number; of: 'any' | 'documents' },
  { header }: Pick<RouteRequest, 'header'>,
): Promise<Reply | FileReply> {
  const found = await downloadFile(ctx, {
    ...file,
    range: header('range'),
    ifRange: header('if-range'),
    ifNoneMatch: header('if-none-match'),
  });
  const { etag, size } = found;
  if (found.kind === 'unsatisfiable')
    return fail(REFUSALS.rangeNotSatisfiable, { 'content-range': `bytes */${size}` });
  if (found.kind === 'unchanged') return { status: 304, headers: { etag }, bytes: NOTHING };
  const { first, last } = found.range;
  const part = { 'content-range': `bytes ${first}-${last}/${size}` };
  return {
    status: found.kind === 'part' ? 206 : 200,
    headers: {
      ...headersOf(found),
      'content-length': `${last - first + 1}`,
      ...(found.kind === 'part' ? part : {}),
    },
    bytes: found.bytes,
  };
}

const NOTHING: AsyncIterable<Uint8Array> = {
  async *[Symbol.asyncIterator]() {
    yield* await Promise.resolve([]);
  },
};

/** A file is saved and never shown, least of all run: it came from somebody. */
function headersOf({ name, mediaType, etag }: FileHead): Record<string, string> {
  return {
    'content-type': mediaType === 'text/csv' ? 'text/csv; charset=utf-8' : mediaType,
    'content-disposition': attachment(name),
    'content-security-policy': "default-src 'none'; sandbox",
    'referrer-policy': 'no-referrer',
    'accept-ranges': 'bytes',
    etag,
  };
}

/** RFC 6266: the name as RFC 8187 writes it, and for those who do not read that one of plain letters. */
function attachment(name: string): string {
  const plain = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\w .()-]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*!]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
