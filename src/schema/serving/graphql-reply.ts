import type { RequestContext } from '../../context.ts';
import type { ChunkedBody } from '../../http/backpressure/chunked-body.ts';
import type { LongReply } from '../../http/reply.ts';

/** Encoded event. A long event is a ChunkedBody: joining it to one string would need its memory several times. */
export type EventChunk = string | ChunkedBody;

/** Chunks of the response to a subscription. */
export type EventChunks = AsyncIterator<EventChunk, undefined, undefined> & {
  /** Ends the subscription; a pending `next` resolves without a chunk. */
  return: () => Promise<IteratorReturnResult<undefined>>;
};

/** Request of an authenticated caller with its body. `body` is JSON text, `accept` has supported media types only. */
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
