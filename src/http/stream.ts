import type { ServerResponse } from 'node:http';
import { bytesInSlices } from '../scheduling/bytes-in-slices.ts';
import { timeSlices } from '../scheduling/time-slices.ts';
import type { ChunkedBody } from './backpressure/chunked-body.ts';
import { limitSendTime, type SendTimeout, waitForDrain } from './backpressure/send-timeout.ts';
import type { UnreadResponses } from './backpressure/unread-responses.ts';

/** Response of unknown length. `return` ends it, even while a call of `next` is pending. */
export type StreamReply = {
  status: number;
  headers: Record<string, string>;
  chunks: AsyncIterator<string | ChunkedBody, undefined, undefined> & {
    return: () => Promise<unknown>;
  };
};

/** Response whose body is a stream of bytes. The header `content-length` states their number. */
export type FileHttpReply = {
  status: number;
  headers: Record<string, string>;
  bytes: AsyncIterable<Uint8Array>;
};

export type StreamSender = {
  /**
   * Sends a stream. Resolves to the number of bytes sent when the stream ends, the client disconnects, the client has
   * read nothing for `streamStallMs`, or `endAll` is called.
   */
  send: (response: ServerResponse, reply: StreamReply, serviceId: number) => Promise<number>;
  /**
   * Sends a file in time slices of its service. Resolves to the number of bytes sent, also when the client disconnects.
   * Rejects when the bytes cannot be read to the end; the caller must then destroy the response, so that no client
   * mistakes a part for the whole.
   */
  sendFile: (response: ServerResponse, reply: FileHttpReply, serviceId: number) => Promise<number>;
  /** Ends all open streams, so that their clients reconnect to another process. Later streams end at once. */
  endAll: () => void;
};

/** Time after which a client that reads nothing of a stream is disconnected, and the send timeout of files. */
export type StreamTimeouts = { streamStallMs: number; file: SendTimeout };

/** Limits of streams. Unread bytes of a stream count together with those of other responses. */
export type StreamParts = StreamTimeouts & { unreadResponses: UnreadResponses };

/**
 * Creates the sender of streams. The next chunk is requested when the previous one is sent, so that a slow client
 * occupies one chunk of memory.
 */
export function createStreamSender({
  streamStallMs,
  file,
  unreadResponses,
}: StreamParts): StreamSender {
  const stopFunctions = new Set<() => void>();
  let hasEnded = false;
  return {
    send: async (response, { status, headers, chunks }, serviceId) => {
      response.writeHead(status, { ...HEADERS, ...headers });
      response.flushHeaders();
      const stop = (): void => void chunks.return();
      stopFunctions.add(stop);
      response.once('close', stop);
      if (hasEnded || response.destroyed) stop();
      try {
        return await sendStream(response, chunks, {
          unreadResponses,
          serviceId,
          stallMs: streamStallMs,
        });
      } finally {
        stop();
        stopFunctions.delete(stop);
        response.end();
      }
    },
    sendFile: async (response, { bytes, ...head }, serviceId) =>
      await sendBytes(response, { ...head, bytes: bytesInSlices(serviceId, bytes) }, file),
    endAll: () => {
      hasEnded = true;
      for (const stop of stopFunctions) stop();
    },
  };
}

const HEADERS = {
  // Proxies must pass each chunk on unchanged and immediately; nginx needs an extra header for that.
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
  // The connection ends with its stream: a server that stops would otherwise wait for the idle connection.
  connection: 'close',
};

async function sendStream(
  response: ServerResponse,
  chunks: StreamReply['chunks'],
  options: SendOptions,
): Promise<number> {
  let bytes = 0;
  for (;;) {
    const { done: isDone, value } = await chunks.next();
    if (typeof value === 'object') bytes += await sendLongEvent(response, value, options);
    if (isDone === true || response.destroyed) return bytes;
    if (typeof value !== 'string') continue;
    bytes += Buffer.byteLength(value);
    if (!response.write(value)) await waitForClient(response, options);
  }
}

/** Sends a long event and returns its size. Its bytes count as unread until the client has read them. */
async function sendLongEvent(
  response: ServerResponse,
  body: ChunkedBody,
  { unreadResponses, serviceId, stallMs }: SendOptions,
): Promise<number> {
  const { byteLength } = body;
  const cutOff = (): void => void response.destroy();
  const unread = unreadResponses.add({ serviceId, bytes: byteLength, cutOff });
  if (unread === undefined) cutOff();
  let remaining = byteLength;
  for (const { bytes, release } of body.takeChunks()) {
    if (response.destroyed) break;
    // After an error the socket may still use the chunk.
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

type SendOptions = { unreadResponses: UnreadResponses; serviceId: number; stallMs: number };

/** Waits until the client has read what was written; disconnects it when unread bytes exceed their limit. */
async function waitForClient(
  response: ServerResponse,
  { unreadResponses, serviceId, stallMs }: SendOptions,
): Promise<void> {
  const cutOff = (): void => void response.destroy();
  const unread = unreadResponses.add({ serviceId, bytes: response.writableLength, cutOff });
  if (unread === undefined) cutOff();
  await waitForDrain(response, stallMs);
  unread?.release();
}

/**
 * Sends a file in chunks at the pace of the client. A client that is too slow is disconnected. Does not end the
 * response when the bytes cannot be read to the end.
 */
async function sendBytes(
  response: ServerResponse,
  { status, headers, bytes }: FileHttpReply,
  timeout: SendTimeout,
): Promise<number> {
  let sent = 0;
  limitSendTime(response, { bytes: Number(headers['content-length'] ?? 0), timeout });
  response.writeHead(status, {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...headers,
  });
  for await (const chunk of bytes) {
    if (response.destroyed) return sent;
    sent += chunk.byteLength;
    if (!response.write(chunk)) await waitForDrain(response, timeout.stallMs);
  }
  response.end();
  return sent;
}
