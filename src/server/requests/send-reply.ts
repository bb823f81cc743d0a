import type { ServerResponse } from 'node:http';
import { ChunkedBody } from '../../http/backpressure/chunked-body.ts';
import { type HttpReply, type LongReply, sendAndClose } from '../../http/reply.ts';
import { discardRest, hasMuchToCome } from '../../http/request-body.ts';
import type { SendWhole } from '../../http/send-response.ts';
import type { FileHttpReply, StreamReply, StreamSender } from '../../http/stream.ts';
import type { Arrival } from './open-context.ts';

export type AnyReply = LongReply | StreamReply | FileHttpReply;

export type Senders = { streams: StreamSender; sendWhole: SendWhole };

/**
 * Resolves when the answer is made: a stream or a file when it is over, since it is made as it is read. Answers the bytes
 * that were handed over for the body.
 */
export async function sendReply(
  { request, response, client, caller }: Arrival & { response: ServerResponse },
  reply: AnyReply,
  { streams, sendWhole }: Senders,
): Promise<number> {
  const serviceId = caller?.serviceId ?? NOBODY;
  // From here on it counts as what it is.
  client?.releaseRoom();
  // The rest of a request of an unauthenticated caller is not read.
  if (isRefusal(reply) && hasMuchToCome(request)) return sendAndClose(response, reply);
  discardRest(request, serviceId);
  if ('chunks' in reply) return await streams.send(response, reply, serviceId);
  if ('bytes' in reply) return await streams.sendFile(response, reply, serviceId);
  return sendWhole(response, reply, serviceId);
}

function isRefusal(reply: AnyReply): reply is HttpReply {
  return reply.status === 401 && 'body' in reply && !(reply.body instanceof ChunkedBody);
}

/** Key of responses to unauthenticated callers: no service has this id. */
export const NOBODY = 0;
