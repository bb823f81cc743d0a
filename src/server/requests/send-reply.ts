import type { ServerResponse } from 'node:http';
import { ChunkedBody } from '../../http/backpressure/chunked-body.ts';
import { type HttpReply, type LongReply, sendAndClose } from '../../http/reply.ts';
import { drainBody, hasLargeRemainder } from '../../http/request-body.ts';
import type { SendResponse } from '../../http/send-response.ts';
import type { FileHttpReply, StreamReply, StreamSender } from '../../http/stream.ts';
import type { IncomingRequest } from './open-context.ts';

export type AnyReply = LongReply | StreamReply | FileHttpReply;

export type Senders = { streams: StreamSender; sendWhole: SendResponse };

/**
 * Resolves when the answer is made: a stream or a file when it is over, since it is made as it is read. Answers the bytes
 * that were handed over for the body.
 */
export async function sendReply(
  { request, response, client, caller }: IncomingRequest & { response: ServerResponse },
  reply: AnyReply,
  { streams, sendWhole }: Senders,
): Promise<number> {
  const serviceId = caller?.serviceId ?? NO_SERVICE;
  // From here on it counts as what it is.
  client?.releaseMemory();
  // Nothing of what somebody sends who is not known is worth reading.
  if (isRefusal(reply) && hasLargeRemainder(request)) return sendAndClose(response, reply);
  drainBody(request, serviceId);
  if ('chunks' in reply) return await streams.send(response, reply, serviceId);
  if ('bytes' in reply) return await streams.sendFile(response, reply, serviceId);
  return sendWhole(response, reply, serviceId);
}

function isRefusal(reply: AnyReply): reply is HttpReply {
  return reply.status === 401 && 'body' in reply && !(reply.body instanceof ChunkedBody);
}

/** Whose answers are those to somebody who is not known: no service has this id. */
export const NO_SERVICE = 0;
