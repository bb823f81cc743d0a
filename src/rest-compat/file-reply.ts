import type { RequestContext } from '../context.ts';
import { REFUSALS } from '../http/refusals.ts';
import { withoutBody } from '../http/without-body.ts';
import {
  type DownloadFileInput,
  downloadFile,
  type FileDownload,
} from '../resolvers/files/download-file.ts';
import { readRequestedRange } from './requested-range.ts';
import { type FileReply, fail, type Reply } from './respond.ts';
import type { RouteRequest } from './route.ts';

/**
 * Opens a file and responds with it, or with the requested range (RFC 9110, 13 and 14). The ETag is the SHA-256 of the
 * file.
 */
export async function replyFile(
  ctx: RequestContext,
  input: DownloadFileInput,
  request: Pick<RouteRequest, 'header' | 'isHead'>,
): Promise<Reply | FileReply> {
  return await replyDownload(await downloadFile(ctx, input), request);
}

/**
 * Responds with an opened file: status 200; 206 for a range; 304 when the client has the file; 416 for a range outside
 * of the file.
 */
export async function replyDownload(
  file: FileDownload,
  { header, isHead }: Pick<RouteRequest, 'header' | 'isHead'>,
): Promise<Reply | FileReply> {
  const { size } = file;
  const etag = `"${file.sha256}"`;
  const headers = {
    // Ranges apply to GET only (RFC 9110, 14.2).
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
  const responseHeaders = {
    ...createHeaders(file),
    etag,
    'content-length': `${last - first + 1}`,
    ...(isPart ? { 'content-range': `bytes ${first}-${last}/${size}` } : {}),
  };
  // Reading would be recorded as a download, so nothing is read for HEAD.
  if (isHead) return withoutBody(200, responseHeaders);
  return { status: isPart ? 206 : 200, headers: responseHeaders, bytes: await file.read(range) };
}

/** Returns the headers of a file. Files are untrusted: a browser must save them and not display or execute them. */
function createHeaders({ name, mediaType }: FileDownload): Record<string, string> {
  return {
    'content-type': mediaType === 'text/csv' ? 'text/csv; charset=utf-8' : mediaType,
    'content-disposition': formatContentDisposition(name),
    'content-security-policy': "default-src 'none'; sandbox",
    'referrer-policy': 'no-referrer',
    'accept-ranges': 'bytes',
  };
}

/**
 * Returns a Content-Disposition header (RFC 6266) with the name encoded as in RFC 8187, and an ASCII name for clients
 * that do not support it.
 */
function formatContentDisposition(name: string): string {
  const plain = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\w .()-]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
