import type { IncomingMessage } from 'node:http';
import { AppError } from '../errors.ts';
import { bytesInTurns } from '../scheduling/bytes-in-slices.ts';
import { type Slices, slices, spareTurns } from '../scheduling/time-slices.ts';

/** Size above which a body needs a permit and a memory reservation before it is read. */
export const LONG_BODY_BYTES = 32 * 1024;

/** Reads a body of a caller who is known, up to `bytesMax`; throws AppError `limit_exceeded` as soon as it is over. */
export async function readBodyInTurn(
  request: IncomingMessage,
  { bytesMax, serviceId }: { bytesMax: number; serviceId: number },
): Promise<Buffer<ArrayBuffer>> {
  const body = await readBody(request, bytesMax);
  if (body.byteLength > LONG_BODY_BYTES) await slices.wait(serviceId);
  return body;
}

function readBody(request: IncomingMessage, bytesMax: number): Promise<Buffer<ArrayBuffer>> {
  // What has ended already would never be heard of again.
  if (request.destroyed) return Promise.reject(cutOff());
  if (Number(request.headers['content-length'] ?? 0) > bytesMax)
    return Promise.reject(tooLarge(bytesMax));
  const chunks: Buffer<ArrayBuffer>[] = [];
  let size = 0;
  let isWhole = false;
  // Not `for await`: leaving its loop early would destroy the socket before the refusal is sent.
  return new Promise((resolve, reject) => {
    const take = (chunk: Buffer<ArrayBuffer>): void => {
      size += chunk.byteLength;
      chunks.push(chunk);
      if (size <= bytesMax) return;
      request.off('data', take).pause();
      forget(chunks);
      reject(tooLarge(bytesMax));
    };
    // Not `once`, which wraps each listener: all of them are for one request.
    request.on('data', take);
    request.on('end', () => {
      isWhole = true;
      resolve(joinChunks(chunks));
    });
    // Also follows an error, which Node emits only to listeners. The error is created lazily: capturing the stack costs
    // about 5 µs.
    request.on('close', () => {
      if (isWhole) return;
      forget(chunks);
      reject(cutOff());
    });
  });
}

/** Returns the maximum size of the body by its headers. */
export function longestBodyOf({ headers }: IncomingMessage): number {
  if (headers['transfer-encoding'] !== undefined) return Number.POSITIVE_INFINITY;
  return Number(headers['content-length'] ?? 0);
}

/** A body that is refused is read on where it is this short, so that its connection may go on. */
const REST_BYTES_MAX = 64 * 1024;

/** True when the rest of a body is too large to read it for the sake of reusing the connection. */
export function hasMuchToCome(request: IncomingMessage): boolean {
  return !request.complete && longestBodyOf(request) > REST_BYTES_MAX;
}

/** Most bodies are one chunk. */
function joinChunks(chunks: Buffer<ArrayBuffer>[]): Buffer<ArrayBuffer> {
  const [first, second] = chunks;
  if (first !== undefined && second === undefined) return first;
  const body = Buffer.concat(chunks);
  forget(chunks);
  return body;
}

/** Frees the chunks immediately: garbage collection would be too late for many concurrent bodies. */
function forget(chunks: Buffer<ArrayBuffer>[]): void {
  // In a part of a reading others have the rest.
  for (const { buffer, byteLength } of chunks.splice(0))
    if (buffer.byteLength === byteLength) buffer.transfer(0);
}

/**
 * Yields the chunks of a body at the pace of the reader, in time slices of its service. The rest is discarded when the
 * reader stops early. Throws AppError `invalid_input` when the client disconnects.
 */
export async function* readChunks(
  request: IncomingMessage,
  serviceId: number,
  turns: Slices = slices,
): AsyncGenerator<Uint8Array> {
  try {
    yield* bytesInTurns(serviceId, request.iterator({ destroyOnReturn: false }), turns);
  } catch (cause) {
    throw cutOff(cause);
  }
  if (!request.complete) throw cutOff();
}

/**
 * Discards the unread rest of a body within the time limit of the request, so that a client that sends everything
 * before it reads gets its response. Bodies are read in pieces, alternating with other work.
 */
export function discardRest(request: IncomingMessage, serviceId: number): void {
  if (request.complete && request.readableLength === 0) return;
  void exhaust(readChunks(request, serviceId, spareTurns)).catch(() => undefined);
}

async function exhaust(bytes: AsyncGenerator<Uint8Array>): Promise<void> {
  let isLeft = true;
  while (isLeft) isLeft = (await bytes.next()).done !== true;
}

function tooLarge(bytesMax: number): AppError {
  return new AppError('limit_exceeded', `The request body exceeds the limit of ${bytesMax} bytes.`);
}

function cutOff(cause?: unknown): AppError {
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
