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
import { type HttpReply, type LongReply, send, writeHeadOf } from './reply.ts';

/** Begins to send; whoever made the answer need not wait for its client. */
export type SendResponse = (
  response: ServerResponse,
  reply: LongReply,
  /** Whose answer it is; 0 for somebody who is not known. */
  serviceId: number,
) => number;

/** What is shorter is handed to the system at once, which takes as much for most connections. */
const SHORT_LENGTH = 64 * 1024;

/**
 * Sends whole answers. What the system does not take at once goes out at the pace of its client, which is cut off where
 * it reads nothing for too long, reads too slowly on the whole, or where answers that nobody reads leave no room for it.
 */
export function createResponseSender(
  answers: UnreadResponses,
  patience: SendTimeout,
): SendResponse {
  return (response, reply, serviceId) => {
    // It would never hear that the connection is closed.
    if (isDisconnected(response)) return 0;
    const keep = (bytes: number): UnreadResponse | undefined =>
      keepUnread(response, { answers, patience, serviceId, bytes });
    if (isShort(reply)) {
      const sent = send(response, reply);
      if (response.writableLength > 0) keep(response.writableLength);
      return sent;
    }
    const body = typeof reply.body === 'string' ? encode(reply.body, serviceId) : reply.body;
    const unread = keep(body.byteLength);
    const bytes = unread === undefined ? 0 : writeHeadOf(response, { ...reply, body });
    const sent = unread && sendInChunks(response, body, { unread, patience, serviceId });
    void Promise.resolve(sent)
      .catch(() => response.destroy())
      .finally(() => (body instanceof ChunkedBody ? body.discard() : undefined));
    return bytes;
  };
}

function isShort(reply: LongReply): reply is HttpReply {
  return !(reply.body instanceof ChunkedBody) && reply.body.length <= SHORT_LENGTH;
}

/** In one piece, of which all is in memory until the last of it is sent, where it is short. */
function encode(text: string, serviceId: number): ChunkedBody | Uint8Array {
  if (text.length * 3 <= CHUNK_BYTES) return Buffer.from(text);
  const body = new ChunkedBody(serviceId);
  body.append(text);
  return body;
}

type Keeping = {
  answers: UnreadResponses;
  patience: SendTimeout;
  serviceId: number;
  bytes: number;
};

/** Counts an answer until its connection is done with it; cuts it off, and answers undefined, where there is no room. */
function keepUnread(response: ServerResponse, keeping: Keeping): UnreadResponse | undefined {
  const { answers, patience, serviceId, bytes } = keeping;
  const cutOff = (): void => void response.destroy();
  const unread = answers.add({ serviceId, bytes, cutOff });
  if (unread === undefined) {
    cutOff();
    return undefined;
  }
  limitSendTime(response, { bytes, patience, onEnd: unread.release });
  return unread;
}

type Sending = { unread: UnreadResponse; patience: SendTimeout; serviceId: number };

/** The next chunk goes out when the one before it did; the last has a clock of its own. */
async function sendInChunks(
  response: ServerResponse,
  body: ChunkedBody | Uint8Array,
  { unread, patience, serviceId }: Sending,
): Promise<void> {
  let left = body.byteLength;
  for (const { bytes, done } of body instanceof ChunkedBody ? body.take() : cut(body)) {
    left -= bytes.byteLength;
    // Of one that was not sent to its end nobody knows who still looks at it.
    const onSent = (error?: Error | null): void => (error ? undefined : done());
    if (left === 0) response.end(bytes, onSent);
    else if (!response.write(bytes, onSent)) await waitForDrain(response, patience.stallMs);
    if (response.destroyed) return;
    if (left === 0) break;
    unread.setRemaining(left);
    // What the system takes at once it takes its time for.
    if (timeSlices.isOver()) await timeSlices.wait(serviceId);
  }
  if (body.byteLength > CHUNK_BYTES) limitSendTime(response, { bytes: CHUNK_BYTES, patience });
}

/** What is in memory as one. */
function* cut(bytes: Uint8Array): Generator<{ bytes: Uint8Array; done: () => void }, void> {
  for (let at = 0; at < bytes.byteLength; at += CHUNK_BYTES)
    yield { bytes: bytes.subarray(at, at + CHUNK_BYTES), done: () => undefined };
}
