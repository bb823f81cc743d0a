import type { IncomingMessage } from 'node:http';
import { AppError } from '../errors.ts';
import { bytesInSlices } from '../scheduling/bytes-in-slices.ts';
import { idleSlices, type TimeSlices, timeSlices } from '../scheduling/time-slices.ts';

/** Length from which a body waits for a time slice and for the memory budget before it is read. */
export const LONG_BODY_BYTES = 32 * 1024;

/** Reads a whole body; throws AppError `limit_exceeded` as soon as it exceeds `bytesMax`. */
export async function readBodyInSlices(
  request: IncomingMessage,
  { bytesMax, serviceId }: { bytesMax: number; serviceId: number },
): Promise<Buffer<ArrayBuffer>> {
  const body = await readBody(request, bytesMax);
  if (body.byteLength > LONG_BODY_BYTES) await timeSlices.wait(serviceId);
  return body;
}

function readBody(request: IncomingMessage, bytesMax: number): Promise<Buffer<ArrayBuffer>> {
  // A destroyed request emits no further event.
  if (request.destroyed) return Promise.reject(bodyCutOff());
  if (Number(request.headers['content-length'] ?? 0) > bytesMax)
    return Promise.reject(tooLarge(bytesMax));
  const chunks: Buffer<ArrayBuffer>[] = [];
  let size = 0;
  let isWhole = false;
  // Not `for await`: leaving its loop early would destroy the socket before the error response is sent.
  return new Promise((resolve, reject) => {
    const onChunk = (chunk: Buffer<ArrayBuffer>): void => {
      size += chunk.byteLength;
      chunks.push(chunk);
      if (size <= bytesMax) return;
      request.off('data', onChunk).pause();
      forget(chunks);
      reject(tooLarge(bytesMax));
    };
    // Not `once`, which wraps each listener; the request emits each event once anyway.
    request.on('data', onChunk);
    request.on('end', () => {
      isWhole = true;
      resolve(joinChunks(chunks));
    });
    // Emitted after a fault as well. The error is created lazily: capturing its stack costs about 5 µs.
    request.on('close', () => {
      if (isWhole) return;
      forget(chunks);
      reject(bodyCutOff());
    });
  });
}

/** Returns the length of the body that the headers declare; infinity for a chunked body. */
export function declaredBodyBytes({ headers }: IncomingMessage): number {
  if (headers['transfer-encoding'] !== undefined) return Number.POSITIVE_INFINITY;
  return Number(headers['content-length'] ?? 0);
}

/** Length up to which a rejected body is still read, so that its connection can be reused. */
const REST_BYTES_MAX = 64 * 1024;

/** True when too much of the body is still to come to read it for the sake of the connection. */
export function hasLargeRemainder(request: IncomingMessage): boolean {
  return !request.complete && declaredBodyBytes(request) > REST_BYTES_MAX;
}

/** Joins the chunks of a body; most bodies have one. */
function joinChunks(chunks: Buffer<ArrayBuffer>[]): Buffer<ArrayBuffer> {
  const [first, second] = chunks;
  if (first !== undefined && second === undefined) return first;
  const body = Buffer.concat(chunks);
  forget(chunks);
  return body;
}

/** Releases the memory of chunks at once: with many bodies, garbage collection comes too late. */
function forget(chunks: Buffer<ArrayBuffer>[]): void {
  // A chunk that is part of a larger buffer is shared with other readers.
  for (const { buffer, byteLength } of chunks.splice(0))
    if (buffer.byteLength === byteLength) buffer.transfer(0);
}

/**
 * Yields a body as it arrives, at the pace of its consumer and in time slices. When the consumer stops early, the rest
 * is not destroyed. Throws AppError `invalid_input` when the client disconnects.
 */
export async function* readChunks(
  request: IncomingMessage,
  serviceId: number,
  slices: TimeSlices = timeSlices,
): AsyncGenerator<Uint8Array> {
  try {
    yield* bytesInSlices(serviceId, request.iterator({ destroyOnReturn: false }), slices);
  } catch (cause) {
    throw bodyCutOff(cause);
  }
  if (!request.complete) throw bodyCutOff();
}

/**
 * Reads and discards the rest of a body within the request's time, so that a client that sends everything before it
 * reads gets its response. It uses idle time slices.
 */
export function drainBody(request: IncomingMessage, serviceId: number): void {
  if (request.complete && request.readableLength === 0) return;
  void exhaust(readChunks(request, serviceId, idleSlices)).catch(() => undefined);
}

async function exhaust(bytes: AsyncGenerator<Uint8Array>): Promise<void> {
  let hasMore = true;
  while (hasMore) hasMore = (await bytes.next()).done !== true;
}

function tooLarge(bytesMax: number): AppError {
  return new AppError('limit_exceeded', `The request body exceeds the limit of ${bytesMax} bytes.`);
}

function bodyCutOff(cause?: unknown): AppError {
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
