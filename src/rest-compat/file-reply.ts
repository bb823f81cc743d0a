import type { RequestContext } from '../context.ts';
import { withoutBody } from '../http/without-body.ts';
import {
  type DownloadFileInput,
  downloadFile,
  type FileDownload,
} from '../resolvers/files/download-file.ts';
import { readRequestedRange } from './requested-range.ts';
import { type FileReply, fail, REFUSALS, type Reply } from './respond.ts';
import type { RouteRequest } from './route.ts';

/** Answers a file, or the part of it that was asked for (RFC 9110, 13 and 14). Its ETag is its SHA-256. */
export async function replyFile(
  ctx: RequestContext,
  input: DownloadFileInput,
  request: Pick<RouteRequest, 'header' | 'isHead'>,
): Promise<Reply | FileReply> {
  return await replyDownload(await downloadFile(ctx, input), request);
}

/** The same of one that is open already. */
export async function replyDownload(
  file: FileDownload,
  { header, isHead }: Pick<RouteRequest, 'header' | 'isHead'>,
): Promise<Reply | FileReply> {
  const { size } = file;
  const etag = `"${file.sha256}"`;
  const headers = {
    // It is of GET alone (RFC 9110, 14.2).
    range: isHead ? undefined : header('range'),
    ifRange: header('if-range'),
    ifNoneMatch: header('if-none-match'),
  };
  const requested = readRequestedRange(headers, { size, etag });
  if (requested === 'unsatisfiable')
    return fail(REFUSALS.rangeNotSatisfiable, { 'content-range': `bytes */${size}` });
  if (requested === 'unchanged') return withoutBody(304, { etag });
  const isPart = requested !== 'whole';
  const range = isPart ? requested : { first: 0, last: size - 1 };
  const { first, last } = range;
  const sent = {
    ...headersOf(file),
    etag,
    'content-length': `${last - first + 1}`,
    ...(isPart ? { 'content-range': `bytes ${first}-${last}/${size}` } : {}),
  };
  // What is read is put on record, so that nothing is read of which nothing is sent.
  if (isHead) return withoutBody(200, sent);
  return { status: isPart ? 206 : 200, headers: sent, bytes: await file.read(range) };
}

/** A file comes from outside, so a browser saves it and neither shows nor runs it. */
function headersOf({ name, mediaType }: FileDownload): Record<string, string> {
  return {
    'content-type': mediaType === 'text/csv' ? 'text/csv; charset=utf-8' : mediaType,
    'content-disposition': attachment(name),
    'content-security-policy': "default-src 'none'; sandbox",
    'referrer-policy': 'no-referrer',
    'accept-ranges': 'bytes',
  };
}

/** RFC 6266: the name as RFC 8187 writes it, and one of plain letters for clients that do not read that. */
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
