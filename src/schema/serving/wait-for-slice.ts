import type { RequestContext } from '../../context.ts';
import { type TimeSlices, timeSlices } from '../../scheduling/time-slices.ts';
import { createDisconnectedRefusal } from '../execution/refusals.ts';
import type { GraphqlReply } from './graphql-reply.ts';
import { createRefusalReply } from './write-reply.ts';

const HEADERS = { 'content-type': 'application/json; charset=utf-8' };

/**
 * Waits for a time slice before work of about 1 ms, for example starting a subscription. Node accepts one connection
 * per iteration of the event loop, so new connections would otherwise wait behind hundreds of such requests. Returns
 * the rejection when the client has disconnected in the meantime, otherwise undefined.
 */
export async function waitForSlice(
  { caller, client }: Pick<RequestContext, 'caller' | 'client'>,
  slices: TimeSlices = timeSlices,
): Promise<GraphqlReply | undefined> {
  if (!slices.isOver()) return undefined;
  await slices.wait(caller.serviceId);
  return client?.isDisconnected() === true
    ? createRefusalReply(createDisconnectedRefusal(), HEADERS)
    : undefined;
}
