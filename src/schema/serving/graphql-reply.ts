import type { Ctx } from '../../context.ts';
import type { LongReply } from '../../http/reply.ts';
import type { EventChunks } from './event-stream.ts';

/** A request whose caller is known and whose body is read: `body` is JSON text, `accept` holds known types only. */
export type GraphqlRequest = { body: Buffer<ArrayBuffer>; accept: string };

export type GraphqlReply = { status: number; headers: Record<string, string> } & (
  | { body: LongReply['body'] }
  /** Of a subscription. */
  | { chunks: EventChunks }
);

/** Executes one GraphQL request. */
export type GraphqlHandler = (request: GraphqlRequest, ctx: Ctx) => Promise<GraphqlReply>;
