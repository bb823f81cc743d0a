import type { ServerResponse } from 'node:http';
import { type HttpReply, hasMuchToCome, sendAndClose } from '../http/reply.ts';
import type { FileHttpReply, StreamReply, StreamSender } from '../http/stream.ts';
import type { SendWhole } from '../http/whole-answers.ts';
import type { Arrival } from './open-context.ts';

export type AnyReply = HttpReply | StreamReply | FileHttpReply;

export type Senders = { streams: StreamSender; sendWhole: SendWhole };

/** Resolves when the answer is made: a stream or a file when it is over, since it is made as it is read. */
export async function sendReply(
  { request, response, serviceId = NOBODY }: Arrival & { response: ServerResponse },
  reply: AnyReply,
  { streams, sendWhole }: Senders,
): Promise<void> {
  if ('chunks' in reply) await streams.send(response, reply);
  else if ('bytes' in reply) await streams.sendFile(response, reply);
  // Nothing of what somebody sends who is not known is worth reading.
  else if (reply.status === 401 && hasMuchToCome(request)) sendAndClose(response, reply);
  else sendWhole(response, reply, serviceId);
}

/** Whose answers are those to somebody who is not known: no service has this id. */
export const NOBODY = 0;
