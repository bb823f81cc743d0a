import type { RequestContext } from '../../context.ts';
import type { ChunkedBody } from '../../http/backpressure/chunked-body.ts';
import type { LongReply } from '../../http/reply.ts';

/** Part of an event stream. A long event is not joined to one text, which would exist several times for a moment. */
export type EventChunk = string | ChunkedBody;

/** The answer to a subscription, chunk by chunk. */
export type EventChunks = AsyncIterator<EventChunk, undefined, undefined> & {
  /** Ends the subscription; what waits in `next` ends with no further chunk. */
  return: () => Promise<IteratorReturnResult<undefined>>;
};

/** A request whose caller is known and whose body is read: `body` is JSON text, `accept` holds known types only. */
export type GraphqlRequest = { body: Buffer<ArrayBuffer>; accept: string };

export type GraphqlReply = { status: number; headers: Record<string, string> } & (
  | { body: LongReply['body'] }
  /** Response of a subscription. */
  | { chunks: EventChunks }
);

/** Executes one GraphQL request. */
export type GraphqlHandler = (
  request: GraphqlRequest,
  ctx: RequestContext,
) => Promise<GraphqlReply>;
