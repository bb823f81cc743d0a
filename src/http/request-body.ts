import type { IncomingMessage } from 'node:http';
import { AppError } from '../errors.ts';
import { bytesInSlices } from '../scheduling/bytes-in-slices.ts';
import { idleSlices, type TimeSlices, timeSlices } from '../scheduling/time-slices.ts';
import type { ContentHeaders } from './headers.ts';

/** Length above which a body reserves memory before it is read, and waits for a time slice before it is parsed. */
export const LONG_BODY_BYTES = 32 * 1024;

/**
 * Reads a whole body, and waits for a time slice after a long one. Throws AppError `limit_exceeded` as soon as the body
 * exceeds `bytesMax`, and `invalid_input` when the client disconnects.
 */
export async function readBody(
  request: IncomingMessage,
  { bytesMax, serviceId }: { bytesMax: number; serviceId: number },
): Promise<Buffer<ArrayBuffer>> {
  const body = await collectBody(request, bytesMax);
  if (body.byteLength > LONG_BODY_BYTES) await timeSlices.wait(serviceId);
  return body;
}

function collectBody(request: IncomingMessage, bytesMax: number): Promise<Buffer<ArrayBuffer>> {
  // A destroyed request emits no further event.
  if (request.destroyed) return Promise.reject(toCutOffError());
  if (Number(request.headers['content-length'] ?? 0) > bytesMax)
    return Promise.reject(toTooLargeError(bytesMax));
  const chunks: Buffer<ArrayBuffer>[] = [];
  let size = 0;
  let isComplete = false;
  // Not `for await`: leaving its loop early would destroy the socket before the error response is sent.
  return new Promise((resolve, reject) => {
    const onChunk = (chunk: Buffer<ArrayBuffer>): void => {
      size += chunk.byteLength;
      chunks.push(chunk);
      if (size <= bytesMax) return;
      request.off('data', onChunk).pause();
      freeChunks(chunks);
      reject(toTooLargeError(bytesMax));
    };
    // Not `once`, which would wrap each listener: the request emits `end` and `close` only once.
    request.on('data', onChunk);
    request.on('end', () => {
      isComplete = true;
      resolve(joinChunks(chunks));
    });
    // Emitted after errors as well. The AppError is created lazily: capturing its stack costs about 5 µs.
    request.on('close', () => {
      if (isComplete) return;
      freeChunks(chunks);
      reject(toCutOffError());
    });
  });
}

/** True when the body has a content coding (RFC 9110, 8.4.1). The gateway decodes none. */
export function isEncoded({ 'content-encoding': coding = '' }: ContentHeaders): boolean {
  return !['', 'identity'].includes(coding.trim().toLowerCase());
}

/** Headers of the response to an encoded body: the codings that are accepted (RFC 9110, 15.5.16). */
export const ACCEPTED_CODINGS = { 'accept-encoding': 'identity' } as const;

/** Returns the length of the body that the headers declare; infinity for a chunked body. */
export function getDeclaredBodyBytes({ headers }: IncomingMessage): number {
  if (headers['transfer-encoding'] !== undefined) return Number.POSITIVE_INFINITY;
  return Number(headers['content-length'] ?? 0);
}

/** Size up to which the rest of a refused request is still read, so that its connection can be reused. */
const REMAINDER_BYTES_MAX = 64 * 1024;

/** True when the body is not complete, and too large to read the rest of it only to keep the connection. */
export function hasLargeRemainder(request: IncomingMessage): boolean {
  return !request.complete && getDeclaredBodyBytes(request) > REMAINDER_BYTES_MAX;
}

/** Joins the chunks of a body; most bodies have one. */
function joinChunks(chunks: Buffer<ArrayBuffer>[]): Buffer<ArrayBuffer> {
  const [chunk, secondChunk] = chunks;
  if (chunk !== undefined && secondChunk === undefined) return chunk;
  const body = Buffer.concat(chunks);
  freeChunks(chunks);
  return body;
}

/** Frees the memory of chunks without waiting for the garbage collector, which is too slow with many bodies. */
function freeChunks(chunks: Buffer<ArrayBuffer>[]): void {
  for (const chunk of chunks.splice(0)) freeChunk(chunk);
}

/** Frees the memory of a chunk that nothing reads any more. */
export function freeChunk({ buffer, byteLength }: Buffer<ArrayBuffer>): void {
  // `transfer(0)` detaches the buffer. A chunk that is a view of a larger buffer shares it with other readers.
  if (buffer.byteLength === byteLength) buffer.transfer(0);
}

/**
 * Yields a body as it arrives, at the pace of its consumer and in time slices. When the consumer stops early, the
 * request is not destroyed. Throws AppError `invalid_input` when the client disconnects.
 */
export async function* readChunks(
  request: IncomingMessage,
  serviceId: number,
  slices: TimeSlices = timeSlices,
): AsyncGenerator<Uint8Array> {
  try {
    yield* bytesInSlices(serviceId, request.iterator({ destroyOnReturn: false }), slices);
  } catch (cause) {
    throw toCutOffError(cause);
  }
  if (!request.complete) throw toCutOffError();
}

/**
 * Reads and discards the rest of a body in the background, in idle time slices: some clients read the response only
 * after they have sent everything.
 */
export function drainBody(request: IncomingMessage, serviceId: number): void {
  if (request.complete && request.readableLength === 0) return;
  void exhaust(readChunks(request, serviceId, idleSlices)).catch(() => undefined);
}

async function exhaust(bytes: AsyncGenerator<Uint8Array>): Promise<void> {
  let hasMore = true;
  while (hasMore) hasMore = (await bytes.next()).done !== true;
}

function toTooLargeError(bytesMax: number): AppError {
  return new AppError('limit_exceeded', `The request body exceeds the limit of ${bytesMax} bytes.`);
}

function toCutOffError(cause?: unknown): AppError {
  const issues = [
    {
      path: [],
      code: 'cut_off' as const,
      message: 'The request body ended before it was complete',
    },
  ];
  return new AppError('invalid_input', 'The request body ended before it was complete.', {
    issues,
    cause,
  });
}
