import type { ServerResponse } from 'node:http';
import { type HttpReply, hasMuchToCome, sendAndClose } from '../http/reply.ts';
import type { FileHttpReply, StreamReply, StreamSender } from '../http/stream.ts';
import type { SendWhole } from '../http/whole-answers.ts';
import type { Arrival } from './open-context.ts';

export type AnyReply = HttpReply | StreamReply | FileHttpReply;

export type Senders = { streams: StreamSender; sendWhole: SendWhole };

/**
 * Resolves when the answer is made: a stream or a file when it is over, since it is made as it is read. Answers the bytes
 * that were handed over for the body.
 */
export async function sendReply(
  { request, response, caller }: Arrival & { response: ServerResponse },
  reply: AnyReply,
  { streams, sendWhole }: Senders,
): Promise<number> {
  if ('chunks' in reply) return await streams.send(response, reply);
  if ('bytes' in reply) return await streams.sendFile(response, reply);
  // Nothing of what somebody sends who is not known is worth reading.
  if (reply.status === 401 && hasMuchToCome(request)) return sendAndClose(response, reply);
  return sendWhole(response, reply, caller?.serviceId ?? NOBODY);
}

/** Whose answers are those to somebody who is not known: no service has this id. */
export const NOBODY = 0;
