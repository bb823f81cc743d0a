import type { Ctx } from '../../context.ts';
import { type TimeSlices, timeSlices } from '../../scheduling/time-slices.ts';
import { tellGone } from '../execution/refusals.ts';
import type { GraphqlReply } from './graphql-reply.ts';
import { replyRefused } from './write-reply.ts';

const HEADERS = { 'content-type': 'application/json; charset=utf-8' };

/**
 * Node takes one connection in a turn of the loop, and what takes a millisecond, such as to begin a subscription, would be
 * waited for by whoever connects behind hundreds that ask for it: it waits for a slice where the turn's is over. Answers the
 * refusal where its client has gone by then.
 */
export async function waitForSlice(
  { caller, client }: Pick<Ctx, 'caller' | 'client'>,
  turns: TimeSlices = timeSlices,
): Promise<GraphqlReply | undefined> {
  if (!turns.isOver()) return undefined;
  await turns.wait(caller.serviceId);
  return client?.isDisconnected() === true ? replyRefused(tellGone(), HEADERS) : undefined;
}
