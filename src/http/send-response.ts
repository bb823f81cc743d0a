import type { ServerResponse } from 'node:http';
import { timeSlices } from '../scheduling/time-slices.ts';
import { CHUNK_BYTES } from './backpressure/chunk-pool.ts';
import { ChunkedBody } from './backpressure/chunked-body.ts';
import {
  isDisconnected,
  limitSendTime,
  type SendTimeout,
  waitForDrain,
} from './backpressure/send-timeout.ts';
import type { UnreadResponse, UnreadResponses } from './backpressure/unread-responses.ts';
import { type HttpReply, type LongReply, send, writeHead } from './reply.ts';

/**
 * Starts to send a response, which continues in the background. Returns the size of its body in bytes; 0 when the
 * client is disconnected.
 */
export type SendResponse = (
  response: ServerResponse,
  reply: LongReply,
  /** Service of the caller; 0 for a caller that is not known. */
  serviceId: number,
) => number;

/** Length up to which a body is written in one call; most socket buffers accept as much. */
const SHORT_LENGTH = 64 * 1024;

/**
 * Creates the sender of complete responses. Bytes that the socket does not accept at once are sent at the client's
 * pace. A client is disconnected when it exceeds the send timeout or when unread responses exceed their limits.
 */
export function createResponseSender(
  unreadResponses: UnreadResponses,
  timeout: SendTimeout,
): SendResponse {
  return (response, reply, serviceId) => {
    // No close event follows for a client that has disconnected already.
    if (isDisconnected(response)) return 0;
    const trackUnread = (bytes: number): UnreadResponse | undefined =>
      trackUnreadResponse(response, { unreadResponses, timeout, serviceId, bytes });
    if (isShort(reply)) {
      const sent = send(response, reply);
      if (response.writableLength > 0) trackUnread(response.writableLength);
      return sent;
    }
    const body = typeof reply.body === 'string' ? encode(reply.body, serviceId) : reply.body;
    const unread = trackUnread(body.byteLength);
    const bytes = unread === undefined ? 0 : writeHead(response, { ...reply, body });
    const sending = unread && sendInChunks(response, body, { unread, timeout, serviceId });
    void Promise.resolve(sending)
      .catch(() => response.destroy())
      .finally(() => (body instanceof ChunkedBody ? body.discard() : undefined));
    return bytes;
  };
}

function isShort(reply: LongReply): reply is HttpReply {
  return !(reply.body instanceof ChunkedBody) && reply.body.length <= SHORT_LENGTH;
}

/** Encodes a short text in one buffer, and a long one in chunks, which are released as they are sent. */
function encode(text: string, serviceId: number): ChunkedBody | Uint8Array {
  // A UTF-16 code unit has at most three bytes in UTF-8.
  if (text.length * 3 <= CHUNK_BYTES) return Buffer.from(text);
  const body = new ChunkedBody(serviceId);
  body.append(text);
  return body;
}

type Tracking = {
  unreadResponses: UnreadResponses;
  timeout: SendTimeout;
  serviceId: number;
  bytes: number;
};

/**
 * Counts a response as unread and limits its send time. Destroys the connection and returns undefined when the limit of
 * unread bytes is exceeded.
 */
function trackUnreadResponse(
  response: ServerResponse,
  { unreadResponses, timeout, serviceId, bytes }: Tracking,
): UnreadResponse | undefined {
  const cutOff = (): void => void response.destroy();
  const unread = unreadResponses.add({ serviceId, bytes, cutOff });
  if (unread === undefined) {
    cutOff();
    return undefined;
  }
  limitSendTime(response, { bytes, timeout, onEnd: unread.release });
  return unread;
}

type Sending = { unread: UnreadResponse; timeout: SendTimeout; serviceId: number };

/** Sends each chunk once the client has read the previous one; the last chunk has a send timeout of its own. */
async function sendInChunks(
  response: ServerResponse,
  body: ChunkedBody | Uint8Array,
  { unread, timeout, serviceId }: Sending,
): Promise<void> {
  let remaining = body.byteLength;
  for (const { bytes, release } of body instanceof ChunkedBody
    ? body.takeChunks()
    : splitIntoChunks(body)) {
    remaining -= bytes.byteLength;
    // After an error the socket may still use the chunk, so that it is not returned to the pool.
    const onSent = (error?: Error | null): void => (error ? undefined : release());
    if (remaining === 0) response.end(bytes, onSent);
    else if (!response.write(bytes, onSent)) await waitForDrain(response, timeout.stallMs);
    if (response.destroyed) return;
    if (remaining === 0) break;
    unread.setRemaining(remaining);
    // Copying to the socket buffer takes time as well.
    if (timeSlices.isOver()) await timeSlices.wait(serviceId);
  }
  if (body.byteLength > CHUNK_BYTES) limitSendTime(response, { bytes: CHUNK_BYTES, timeout });
}

/** Yields a buffer in chunks that need no release. */
function* splitIntoChunks(
  bytes: Uint8Array,
): Generator<{ bytes: Uint8Array; release: () => void }, void> {
  for (let start = 0; start < bytes.byteLength; start += CHUNK_BYTES)
    yield { bytes: bytes.subarray(start, start + CHUNK_BYTES), release: () => undefined };
}
