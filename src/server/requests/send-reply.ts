import type { ServerResponse } from 'node:http';
import { ChunkedBody } from '../../http/backpressure/chunked-body.ts';
import { type HttpReply, type LongReply, send } from '../../http/reply.ts';
import { drainBody, hasLargeRemainder } from '../../http/request-body.ts';
import type { SendResponse } from '../../http/send-response.ts';
import type { FileHttpReply, StreamReply, StreamSender } from '../../http/stream.ts';
import type { IncomingRequest } from './open-context.ts';

export type AnyReply = LongReply | StreamReply | FileHttpReply;

export type Senders = { streams: StreamSender; sendWhole: SendResponse };

/**
 * Sends a response and returns the number of bytes of its body. Resolves at once for a complete response, which is sent
 * in the background; for a stream or a file it resolves at their end.
 */
export async function sendReply(
  { request, response, client, caller }: IncomingRequest & { response: ServerResponse },
  reply: AnyReply,
  { streams, sendWhole }: Senders,
): Promise<number> {
  const serviceId = caller?.serviceId ?? NO_SERVICE;
  // The senders count the real size of the response.
  client?.releaseMemory();
  // The long body of an unauthenticated request is discarded without parsing, within the limits of a lingering close.
  if (isUnauthenticated(reply) && hasLargeRemainder(request)) {
    // Otherwise Node discards the chunks of the current read before they are counted.
    request.resume();
    return send(response, { ...reply, headers: { ...reply.headers, connection: 'close' } });
  }
  drainBody(request, serviceId);
  if ('chunks' in reply) return await streams.send(response, reply, serviceId);
  if ('bytes' in reply) return await streams.sendFile(response, reply, serviceId);
  return sendWhole(response, reply, serviceId);
}

function isUnauthenticated(reply: AnyReply): reply is HttpReply {
  return reply.status === 401 && 'body' in reply && !(reply.body instanceof ChunkedBody);
}

/** Service id of responses to unknown callers; no service has it. */
export const NO_SERVICE = 0;
