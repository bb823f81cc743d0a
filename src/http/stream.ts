import type { ServerResponse } from 'node:http';
import { bytesInSlices } from '../scheduling/bytes-in-slices.ts';
import { timeSlices } from '../scheduling/time-slices.ts';
import type { ChunkedBody } from './backpressure/chunked-body.ts';
import { limitSendTime, type SendTimeout, waitForDrain } from './backpressure/send-timeout.ts';
import type { UnreadResponses } from './backpressure/unread-responses.ts';

/** Response without an end in sight; `return` ends it, also while its `next` waits. */
export type StreamReply = {
  status: number;
  headers: Record<string, string>;
  chunks: AsyncIterator<string | ChunkedBody, undefined, undefined> & {
    return: () => Promise<unknown>;
  };
};

/** Response with the bytes of a stream, as many as its header `content-length` states. */
export type FileHttpReply = {
  status: number;
  headers: Record<string, string>;
  bytes: AsyncIterable<Uint8Array>;
};

export type StreamSender = {
  /**
   * Resolves when the stream is over: at its end, when the client has disconnected, or when it reads nothing for too
   * long.
   */
  send: (response: ServerResponse, reply: StreamReply, serviceId: number) => Promise<number>;
  /** Sends a file in time slices of its service. Resolves when it is sent, or the client has disconnected. */
  sendFile: (response: ServerResponse, reply: FileHttpReply, serviceId: number) => Promise<number>;
  /** Ends all streams, so that their clients reconnect to another process, and every later stream at once. */
  endAll: () => void;
};

/** Time in which a client must read something of a stream, and the send timeout of a file. */
export type StreamTimeouts = { streamStallMs: number; file: SendTimeout };

/** Limits of streams. Unread bytes of a stream count together with those of other responses. */
export type StreamParts = StreamTimeouts & { answers: UnreadResponses };

/**
 * Creates the sender of streams. The next chunk is requested when the previous one is sent, so that a slow client
 * occupies one chunk of memory.
 */
export function createStreamSender({ streamStallMs, file, answers }: StreamParts): StreamSender {
  const open = new Set<() => void>();
  let isOver = false;
  return {
    send: async (response, { status, headers, chunks }, serviceId) => {
      response.writeHead(status, { ...HEADERS, ...headers });
      response.flushHeaders();
      const stop = (): void => void chunks.return();
      open.add(stop);
      response.once('close', stop);
      if (isOver || response.destroyed) stop();
      try {
        return await pump(response, chunks, { answers, serviceId, stallMs: streamStallMs });
      } finally {
        stop();
        open.delete(stop);
        response.end();
      }
    },
    sendFile: async (response, { bytes, ...head }, serviceId) =>
      await sendBytes(response, { ...head, bytes: bytesInSlices(serviceId, bytes) }, file),
    endAll: () => {
      isOver = true;
      for (const stop of open) stop();
    },
  };
}

const HEADERS = {
  // Proxies must pass each chunk on unchanged and immediately; nginx needs an extra header for that.
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
  // The connection ends with its stream, so that a server that stops need not wait for it to idle.
  connection: 'close',
};

async function pump(
  response: ServerResponse,
  chunks: StreamReply['chunks'],
  waiting: Waiting,
): Promise<number> {
  let bytes = 0;
  for (;;) {
    const { done: isDone, value } = await chunks.next();
    if (typeof value === 'object') bytes += await sendLong(response, value, waiting);
    if (isDone === true || response.destroyed) return bytes;
    if (typeof value !== 'string') continue;
    bytes += Buffer.byteLength(value);
    if (!response.write(value)) await waitForClient(response, waiting);
  }
}

/** Sends a long chunk and returns its size; its bytes are counted until the client has read them. */
async function sendLong(
  response: ServerResponse,
  body: ChunkedBody,
  { answers, serviceId, stallMs }: Waiting,
): Promise<number> {
  const { byteLength } = body;
  const cutOff = (): void => void response.destroy();
  const unread = answers.add({ serviceId, bytes: byteLength, cutOff });
  if (unread === undefined) cutOff();
  let remaining = byteLength;
  for (const { bytes, release } of body.take()) {
    if (response.destroyed) break;
    // Chunks of an incomplete response may still be in use.
    if (!response.write(bytes, (error) => (error ? undefined : release())))
      await waitForDrain(response, stallMs);
    remaining -= bytes.byteLength;
    unread?.setRemaining(remaining);
    if (timeSlices.isOver()) await timeSlices.wait(serviceId);
  }
  unread?.release();
  body.discard();
  return byteLength;
}

type Waiting = { answers: UnreadResponses; serviceId: number; stallMs: number };

/** Waits for the client. A stream is ended like a response when unread bytes exceed their limit. */
async function waitForClient(
  response: ServerResponse,
  { answers, serviceId, stallMs }: Waiting,
): Promise<void> {
  const cutOff = (): void => void response.destroy();
  const unread = answers.add({ serviceId, bytes: response.writableLength, cutOff });
  if (unread === undefined) cutOff();
  await waitForDrain(response, stallMs);
  unread?.release();
}

/**
 * Sends a file in chunks at the pace of the client. A client that is too slow is disconnected. When the bytes cannot be
 * read to the end, the connection is closed, so that no client mistakes a part for the whole.
 */
async function sendBytes(
  response: ServerResponse,
  { status, headers, bytes }: FileHttpReply,
  patience: SendTimeout,
): Promise<number> {
  let sent = 0;
  limitSendTime(response, { bytes: Number(headers['content-length'] ?? 0), patience });
  response.writeHead(status, {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...headers,
  });
  for await (const chunk of bytes) {
    if (response.destroyed) return sent;
    sent += chunk.byteLength;
    if (!response.write(chunk)) await waitForDrain(response, patience.stallMs);
  }
  response.end();
  return sent;
}
