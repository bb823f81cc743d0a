import type { RequestContext } from '../../context.ts';
import { type TimeSlices, timeSlices } from '../../scheduling/time-slices.ts';
import { createDisconnectedRefusal } from '../execution/refusals.ts';
import type { GraphqlReply } from './graphql-reply.ts';
import { replyRefused } from './write-reply.ts';

const HEADERS = { 'content-type': 'application/json; charset=utf-8' };

/**
 * Waits for a time slice before work of about 1 ms, for example starting a subscription: Node accepts one connection in
 * a turn of the event loop, so that clients would otherwise wait behind hundreds of such requests. Returns the
 * rejection when the client has disconnected.
 */
export async function waitForSlice(
  { caller, client }: Pick<RequestContext, 'caller' | 'client'>,
  turns: TimeSlices = timeSlices,
): Promise<GraphqlReply | undefined> {
  if (!turns.isOver()) return undefined;
  await turns.wait(caller.serviceId);
  return client?.isDisconnected() === true
    ? replyRefused(createDisconnectedRefusal(), HEADERS)
    : undefined;
}
