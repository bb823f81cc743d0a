import { createWriteStream } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { currentWorkScope } from '../../runtime/work-scope.ts';
import { createPinnedLookup } from '../network/resolve-allowed-addresses.ts';
import type { ResolvedAddress } from '../network/resolve-host.ts';
import type { DownloadRequest, DownloadResult } from './download.ts';
import { DownloadError, StalledError } from './download-error.ts';

export type GetRequest = Pick<DownloadRequest, 'path' | 'validators' | 'onBytes'> & {
  url: URL;
  /** The only addresses to connect to. */
  addresses: readonly ResolvedAddress[];
  deadline: AbortSignal;
  stallMs: number;
  bytesMax: number;
};

export type GetResult = DownloadResult | { kind: 'redirect'; location: string };

/**
 * Sends one GET request on its own connection and streams the response to a file. Returns a redirect without following
 * it. Throws DownloadError for any other response than a file.
 */
export async function getOnce(options: GetRequest): Promise<GetResult> {
  const { url, deadline, stallMs } = options;
  const requestFunction = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const call = currentWorkScope()?.trace?.call('GET');
  const request = requestFunction(url, {
    headers: { ...toHeaders(options), ...call?.headers },
    lookup: createPinnedLookup(options.addresses),
    agent: false,
    signal: deadline,
    timeout: stallMs,
  });
  let connectionError: Error | undefined;
  request.on('timeout', () => request.destroy(new StalledError()));
  let status: number | undefined;
  request.once('response', (response) => {
    status = response.statusCode;
    resolve(response);
  });
  // Without a listener, Node closes the connection of a 101 response without an event, and the promise stays pending.
  request.once('upgrade', ({ statusCode }, socket) => {
    status = statusCode;
    socket.destroy();
    reject(new DownloadError(`responded with status ${statusCode} instead of a file`));
  });
  // Errors may also follow the response: an interruption, or data after its end.
  request.on('error', (error) => {
    connectionError ??= error;
    reject(error);
  });
  request.end();
  try {
    const result = await readResponse(await promise, options);
    if (connectionError !== undefined) throw connectionError;
    return result;
  } catch (error) {
    throw connectionError ?? error;
  } finally {
    request.destroy();
    call?.end(status);
  }
}

function toHeaders({ validators }: GetRequest): Record<string, string> {
  const { etag = null, lastModified = null } = validators ?? {};
  return {
    'user-agent': 'participant-gateway',
    accept: '*/*',
    'accept-encoding': 'gzip',
    ...(etag === null ? {} : { 'if-none-match': etag }),
    ...(lastModified === null ? {} : { 'if-modified-since': lastModified }),
  };
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

async function readResponse(response: IncomingMessage, options: GetRequest): Promise<GetResult> {
  const { statusCode: status = 0, headers } = response;
  if (REDIRECTS.has(status) && headers.location !== undefined)
    return { kind: 'redirect', location: requireValidLocation(headers.location, options.url) };
  if (status === 304 && options.validators !== undefined) return { kind: 'unchanged' };
  requireFile(response);
  return {
    kind: 'saved',
    bytes: await saveBody(response, options),
    validators: { etag: headers.etag ?? null, lastModified: headers['last-modified'] ?? null },
  };
}

/** Throws DownloadError unless the response is a file. HTML with status 200 is a login or error page of the site. */
function requireFile({ statusCode, headers }: IncomingMessage): void {
  if (statusCode !== 200)
    throw new DownloadError(`responded with status ${statusCode} instead of a file`);
  if (/^text\/html\b/i.test(headers['content-type'] ?? ''))
    throw new DownloadError('responded with an HTML page instead of a file');
}

function requireValidLocation(location: string, url: URL): string {
  if (URL.canParse(location, url)) return location;
  throw new DownloadError('was redirected to an invalid URL');
}

/** Saves the body and returns the number of bytes written. */
async function saveBody(
  response: IncomingMessage,
  { path, deadline, bytesMax, onBytes }: GetRequest,
): Promise<number> {
  const encoding = response.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity' && encoding !== 'gzip')
    throw new DownloadError('has an unsupported content encoding');
  const declared = response.headers['content-length'];
  const total = declared === undefined ? null : Number(declared);
  if (total !== null && total > bytesMax) throw createTooLargeError(bytesMax);
  let received = 0;
  const receiveCounter = new Transform({
    transform: (chunk: Buffer, _encoding, callback) => {
      received += chunk.length;
      onBytes(received, total);
      callback(null, chunk);
    },
  });
  let written = 0;
  const sizeLimiter = new Transform({
    transform: (chunk: Buffer, _encoding, callback) => {
      written += chunk.length;
      if (written > bytesMax) callback(createTooLargeError(bytesMax));
      else callback(null, chunk);
    },
  });
  const decompression = encoding === 'gzip' ? [createGunzip()] : [];
  const file = createWriteStream(path, { mode: 0o600 });
  await pipeline([response, receiveCounter, ...decompression, sizeLimiter, file], {
    signal: deadline,
  });
  if (written === 0) throw new DownloadError('sent an empty file');
  return written;
}

function createTooLargeError(bytesMax: number): DownloadError {
  return new DownloadError(`has over ${bytesMax} bytes, more than LISTS_FETCH_BYTES_MAX allows`);
}
