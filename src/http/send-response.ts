import type { ServerResponse } from 'node:http';
import { slices } from '../scheduling/time-slices.ts';
import { CHUNK_BYTES } from './backpressure/chunk-pool.ts';
import { ChunkedBody } from './backpressure/chunked-body.ts';
import { drained, hasGone, limitSending, type Patience } from './backpressure/send-timeout.ts';
import type { Unread, UnreadAnswers } from './backpressure/unread-responses.ts';
import { type HttpReply, type LongReply, send, writeHeadOf } from './reply.ts';

/** Starts sending a response without waiting for the client. */
export type SendWhole = (
  response: ServerResponse,
  reply: LongReply,
  /** Service of the response. 0 for an unauthenticated caller. */
  serviceId: number,
) => number;

/** Size up to which a response is written at once: the system buffers as much for most connections. */
const SHORT_LENGTH = 64 * 1024;

/**
 * Creates the sender of complete responses. The part that the system does not buffer is sent at the pace of the client,
 * which is disconnected when it reads nothing for too long, reads too slowly on average, or when unread responses
 * exceed their limit.
 */
export function createWholeSender(answers: UnreadAnswers, patience: Patience): SendWhole {
  return (response, reply, serviceId) => {
    // It would never hear that the connection is closed.
    if (hasGone(response)) return 0;
    const keep = (bytes: number): Unread | undefined =>
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
  answers: UnreadAnswers;
  patience: Patience;
  serviceId: number;
  bytes: number;
};

/** Counts an answer until its connection is done with it; cuts it off, and answers undefined, where there is no room. */
function keepUnread(response: ServerResponse, keeping: Keeping): Unread | undefined {
  const { answers, patience, serviceId, bytes } = keeping;
  const cutOff = (): void => void response.destroy();
  const unread = answers.add({ serviceId, bytes, cutOff });
  if (unread === undefined) {
    cutOff();
    return undefined;
  }
  limitSending(response, { bytes, patience, onEnd: unread.release });
  return unread;
}

type Sending = { unread: Unread; patience: Patience; serviceId: number };

/** The next chunk goes out when the one before it did; the last has a clock of its own. */
async function sendInChunks(
  response: ServerResponse,
  body: ChunkedBody | Uint8Array,
  { unread, patience, serviceId }: Sending,
): Promise<void> {
  let left = body.byteLength;
  for (const { bytes, done } of body instanceof ChunkedBody ? body.take() : cut(body)) {
    left -= bytes.byteLength;
    // Chunks of an incomplete response may still be in use.
    const onSent = (error?: Error | null): void => (error ? undefined : done());
    if (left === 0) response.end(bytes, onSent);
    else if (!response.write(bytes, onSent)) await drained(response, patience.stallMs);
    if (response.destroyed) return;
    if (left === 0) break;
    unread.left(left);
    // What the system takes at once it takes its time for.
    if (slices.isOver()) await slices.wait(serviceId);
  }
  if (body.byteLength > CHUNK_BYTES) limitSending(response, { bytes: CHUNK_BYTES, patience });
}

/** Yields a body that is one buffer. */
function* cut(bytes: Uint8Array): Generator<{ bytes: Uint8Array; done: () => void }, void> {
  for (let at = 0; at < bytes.byteLength; at += CHUNK_BYTES)
    yield { bytes: bytes.subarray(at, at + CHUNK_BYTES), done: () => undefined };
}
