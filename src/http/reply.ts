import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '../errors.ts';
import { slices } from '../pacing/slices.ts';
import type { ChunkedBody } from './chunked-body.ts';
import { singleHeader } from './headers.ts';

export type HttpReply = {
  status: number;
  headers?: Record<string, string>;
  body: string | Uint8Array;
};

/** The same where it may be long. */
export type LongReply = Omit<HttpReply, 'body'> & { body: HttpReply['body'] | ChunkedBody };

/** Something that is served without a caller, to GET and HEAD. */
export type PageHandler = (request: PageRequest) => Promise<HttpReply>;
export type PageRequest = { host: string | undefined; acceptEncoding: string | undefined };

export const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Sends a whole answer; every answer is marked as not to be stored unless it says otherwise. Answers the bytes of its
 * body, as do all who send.
 */
export function send(response: ServerResponse, reply: HttpReply): number {
  const bytes = writeHeadOf(response, reply);
  response.end(reply.body);
  return bytes;
}

export function writeHeadOf(
  response: ServerResponse,
  { status, headers, body }: LongReply,
): number {
  const bytes = byteLengthOf(body);
  response.writeHead(status, {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...headers,
    'content-length': bytes,
  });
  return bytes;
}

function byteLengthOf(body: LongReply['body']): number {
  return typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength;
}

/** For who reads its answer only after it has sent all: closing at once would reset the connection under it. */
const DISCARD_MS = 500;

/** Reads a body up to `bytesMax`; throws AppError `limit_exceeded` soon after it is over. */
function readBody(request: IncomingMessage, bytesMax: number): Promise<Buffer<ArrayBuffer>> {
  // What has ended already would never be heard of again.
  if (request.destroyed) return Promise.reject(cutOff());
  const chunks: Buffer<ArrayBuffer>[] = [];
  let size = 0;
  let refusal: NodeJS.Timeout | undefined;
  let isWhole = false;
  // Not `for await`: leaving its loop early would destroy the socket before the refusal is sent.
  return new Promise((resolve, reject) => {
    const rejectAsTooLarge = (): void =>
      reject(new AppError('limit_exceeded', `The body is over ${bytesMax} bytes.`));
    const refuse = (): void => {
      refusal ??= setTimeout(rejectAsTooLarge, DISCARD_MS);
    };
    if (Number(request.headers['content-length'] ?? 0) > bytesMax) refuse();
    // Not `once`, which wraps each listener: all of them are for one request.
    request.on('data', (chunk: Buffer<ArrayBuffer>) => {
      size += chunk.byteLength;
      if (size > bytesMax) refuse();
      else if (refusal === undefined) chunks.push(chunk);
    });
    request.on('end', () => {
      isWhole = true;
      if (refusal) rejectAsTooLarge();
      else resolve(joinChunks(chunks));
    });
    // Follows a fault too, which Node tells nobody who does not ask. To make an error is dear.
    request.on('close', () => {
      clearTimeout(refusal);
      if (!isWhole) reject(cutOff());
    });
  });
}

/** A longer body takes so long to look at, and so much memory, that its service waits for its turn and for room first. */
export const LONG_BODY_BYTES = 32 * 1024;

/** The same for a caller who is known. */
export async function readBodyInTurn(
  request: IncomingMessage,
  { bytesMax, serviceId }: { bytesMax: number; serviceId: number },
): Promise<Buffer<ArrayBuffer>> {
  const body = await readBody(request, bytesMax);
  if (body.byteLength > LONG_BODY_BYTES) await slices.wait(serviceId);
  return body;
}

/** How many bytes the body has at most, as its head says it. */
export function longestBodyOf({ headers }: IncomingMessage): number {
  if (headers['transfer-encoding'] !== undefined) return Number.POSITIVE_INFINITY;
  return Number(headers['content-length'] ?? 0);
}

/** A body that is refused is read on where it is this short, so that its connection may go on. */
const REST_BYTES_MAX = 64 * 1024;

/** Whether a body is still to come that is not worth reading for the sake of the connection. */
export function hasMuchToCome({ complete, headers }: IncomingMessage): boolean {
  if (complete) return false;
  if (headers['transfer-encoding'] !== undefined) return true;
  return Number(headers['content-length'] ?? 0) > REST_BYTES_MAX;
}

/**
 * Sends an answer to a request whose body is not to be read, and ends the connection a moment later: closing at once
 * would reset it under the answer.
 */
export function sendAndClose(response: ServerResponse, reply: HttpReply): number {
  const headers = { ...reply.headers, connection: 'close' };
  const bytes = writeHeadOf(response, { ...reply, headers });
  response.write(reply.body);
  const timer = setTimeout(() => response.end(), DISCARD_MS);
  response.once('close', () => clearTimeout(timer));
  return bytes;
}

/** Most bodies are one chunk. */
function joinChunks(chunks: Buffer<ArrayBuffer>[]): Buffer<ArrayBuffer> {
  const [first, second] = chunks;
  return first !== undefined && second === undefined ? first : Buffer.concat(chunks);
}

/**
 * A body as it comes in, at the pace of its reader. Of one that is left early the rest is read and forgotten, within the
 * time that a request has: a client that reads no answer before it has sent all gets the refusal. Throws AppError
 * `invalid_input` where the client breaks off.
 */
export async function* readChunks(request: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    const chunks: AsyncIterable<Uint8Array> = request.iterator({ destroyOnReturn: false });
    yield* chunks;
  } catch (cause) {
    throw cutOff(cause);
  } finally {
    request.resume();
  }
  if (!request.complete) throw cutOff();
}

function cutOff(cause?: unknown): AppError {
  const issues = [{ path: [], code: 'cut_off' as const, message: 'The body was cut off' }];
  return new AppError('invalid_input', 'The body was cut off.', { issues, cause });
}

/** The path and query of a request target; a full address is one too (RFC 9112, 3.2.2). */
export function pathOf({ url = '/' }: IncomingMessage): string {
  const rest = url.replace(/^https?:\/\/[^/?#]*/i, '');
  return rest === url || rest.startsWith('/') ? rest : `/${rest}`;
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** The caller's request id where it is a UUID: other signs could be a telephone or an account. Else a new one. */
export function requestIdOf(request: IncomingMessage): string {
  const sent = singleHeader(request, 'x-request-id');
  return sent !== undefined && UUID.test(sent) ? sent : randomUUID();
}
