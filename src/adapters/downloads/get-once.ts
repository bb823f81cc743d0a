import { createWriteStream } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { currentWorkScope } from '../../runtime/work-scope.ts';
import { pinnedTo } from '../network/find-addresses.ts';
import type { ResolvedAddress } from '../network/resolve-host.ts';
import type { Downloaded, DownloadRequest } from './download.ts';
import { DownloadFault, Stalled } from './download-fault.ts';

export type Get = Pick<DownloadRequest, 'path' | 'validators' | 'onBytes'> & {
  url: URL;
  /** Where it may be asked for; no other address is. */
  addresses: readonly ResolvedAddress[];
  deadline: AbortSignal;
  stallMs: number;
  bytesMax: number;
};

export type Answer = Downloaded | { kind: 'redirect'; location: string };

/** Asks once, on a connection of its own, and writes what comes as it comes. */
export async function getOnce(get: Get): Promise<Answer> {
  const { url, deadline, stallMs } = get;
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const call = currentWorkScope()?.trace?.call('GET');
  const request = send(url, {
    headers: { ...headersOf(get), ...call?.headers },
    lookup: pinnedTo(get.addresses),
    agent: false,
    signal: deadline,
    timeout: stallMs,
  });
  let fault: Error | undefined;
  request.on('timeout', () => request.destroy(new Stalled()));
  let status: number | undefined;
  request.once('response', (response) => {
    status = response.statusCode;
    resolve(response);
  });
  // Without a listener Node drops such a connection, and says so to nobody.
  request.once('upgrade', ({ statusCode }, socket) => {
    status = statusCode;
    socket.destroy();
    reject(new DownloadFault(`answered ${statusCode} and no file`));
  });
  // Also after the answer: what comes behind its end, and what cuts it short.
  request.on('error', (error) => {
    fault ??= error;
    reject(error);
  });
  request.end();
  try {
    const answer = await read(await promise, get);
    if (fault !== undefined) throw fault;
    return answer;
  } catch (error) {
    throw fault ?? error;
  } finally {
    request.destroy();
    call?.end(status);
  }
}

function headersOf({ validators }: Get): Record<string, string> {
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

async function read(response: IncomingMessage, get: Get): Promise<Answer> {
  const { statusCode: status = 0, headers } = response;
  if (REDIRECTS.has(status) && headers.location !== undefined)
    return { kind: 'redirect', location: checkLocation(headers.location, get.url) };
  if (status === 304 && get.validators !== undefined) return { kind: 'unchanged' };
  expectFile(response);
  return {
    kind: 'saved',
    bytes: await save(response, get),
    validators: { etag: headers.etag ?? null, lastModified: headers['last-modified'] ?? null },
  };
}

function expectFile({ statusCode, headers }: IncomingMessage): void {
  if (statusCode !== 200) throw new DownloadFault(`answered ${statusCode} and no file`);
  if (/^text\/html\b/i.test(headers['content-type'] ?? ''))
    throw new DownloadFault('answered a page in place of a file');
}

function checkLocation(location: string, url: URL): string {
  if (URL.canParse(location, url)) return location;
  throw new DownloadFault('was redirected to an invalid URL');
}

/** Answers how many bytes were written. */
async function save(
  response: IncomingMessage,
  { path, deadline, bytesMax, onBytes }: Get,
): Promise<number> {
  const encoding = response.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity' && encoding !== 'gzip')
    throw new DownloadFault('is packed in a way that was not asked for');
  const declared = response.headers['content-length'];
  const total = declared === undefined ? null : Number(declared);
  if (total !== null && total > bytesMax) throw tooLarge(bytesMax);
  let received = 0;
  const arriving = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      received += chunk.length;
      onBytes(received, total);
      done(null, chunk);
    },
  });
  let written = 0;
  const unpacked = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      written += chunk.length;
      if (written > bytesMax) done(tooLarge(bytesMax));
      else done(null, chunk);
    },
  });
  const unpack = encoding === 'gzip' ? [createGunzip()] : [];
  const file = createWriteStream(path, { mode: 0o600 });
  await pipeline([response, arriving, ...unpack, unpacked, file], { signal: deadline });
  if (written === 0) throw new DownloadFault('sent an empty file');
  return written;
}

function tooLarge(bytesMax: number): DownloadFault {
  return new DownloadFault(`has over ${bytesMax} bytes, more than LISTS_FETCH_BYTES_MAX allows`);
}
