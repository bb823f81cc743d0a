import type { ServerResponse } from 'node:http';
import { drained, limitSending, type Patience } from './patience.ts';
import { type HttpReply, send, writeHeadOf } from './reply.ts';
import {
  createUnreadAnswers,
  type Unread,
  type UnreadAnswers,
  type UnreadBounds,
} from './unread.ts';

/** Begins to send; whoever made the answer need not wait for its client. */
export type SendWhole = (
  response: ServerResponse,
  reply: HttpReply,
  /** Whose answer it is; 0 for somebody who is not known. */
  serviceId: number,
) => number;

/** What is shorter is handed to the system at once, which takes as much for most connections. */
const SHORT_LENGTH = 64 * 1024;
const CHUNK_BYTES = 256 * 1024;

/**
 * Sends whole answers. What the system does not take at once goes out at the pace of its client, which is cut off where
 * it reads nothing for too long, reads too slowly on the whole, or where answers that nobody reads leave no room for it.
 */
export function createWholeSender(bounds: UnreadBounds, patience: Patience): SendWhole {
  const answers = createUnreadAnswers(bounds);
  return (response, reply, serviceId) => {
    const keep = (bytes: number): Unread | undefined =>
      keepUnread(response, { answers, patience, serviceId, bytes });
    const { body } = reply;
    if (body.length <= SHORT_LENGTH) {
      const sent = send(response, reply);
      if (response.writableLength > 0) keep(response.writableLength);
      return sent;
    }
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    const unread = keep(bytes.byteLength);
    if (unread === undefined) return 0;
    writeHeadOf(response, reply);
    sendInChunks(response, bytes, { unread, patience }).catch(() => response.destroy());
    return bytes.byteLength;
  };
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

/** The next chunk goes out when the one before it did; the last has a clock of its own. */
async function sendInChunks(
  response: ServerResponse,
  bytes: Uint8Array,
  { unread, patience }: { unread: Unread; patience: Patience },
): Promise<void> {
  let at = 0;
  for (; bytes.byteLength - at > CHUNK_BYTES; at += CHUNK_BYTES) {
    if (!response.write(bytes.subarray(at, at + CHUNK_BYTES)))
      await drained(response, patience.stallMs);
    if (response.destroyed) return;
    unread.left(bytes.byteLength - at - CHUNK_BYTES);
  }
  response.end(bytes.subarray(at));
  if (at > 0) limitSending(response, { bytes: CHUNK_BYTES, patience });
}
