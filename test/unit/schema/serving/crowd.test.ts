import { expect, it } from 'vitest';
import type { RequestContext } from '../../../../src/context.ts';
import { createTimeSlices } from '../../../../src/scheduling/time-slices.ts';
import { waitForSlice } from '../../../../src/schema/serving/wait-for-slice.ts';

function callOf(
  serviceId: number,
  hasGone: () => boolean,
): Pick<RequestContext, 'caller' | 'client'> {
  return {
    caller: {
      kind: 'key',
      serviceId,
      service: `service ${serviceId}`,
      apiKeyId: serviceId,
      scopes: new Set(),
      documents: { trustedOnly: false, version: 1 },
    },
    client: {
      isDisconnected: hasGone,
      abortSignal: () => new AbortController().signal,
      releaseAtEnd: (release) => release,
      reserveMemory: () => true,
      releaseMemory: () => undefined,
    },
  };
}

const STAYS = () => false;
const CUT_OFF: unknown = expect.stringContaining('cut_off');

it('goes on at once where nobody connects', async () => {
  const slices = createTimeSlices();
  let turns = 0;
  setImmediate(() => (turns += 1));
  expect(await waitForSlice(callOf(1, STAYS), slices)).toBeUndefined();
  expect(turns).toBe(0);
});

it('begins nothing in a turn in which a connection came, nor for who has gone by the next', async () => {
  const slices = createTimeSlices();
  const gone = new Set<number>();
  slices.yieldToConnections();
  const waiting = [1, 2].map(
    async (id) =>
      await waitForSlice(
        callOf(id, () => gone.has(id)),
        slices,
      ),
  );
  gone.add(2);
  const [stays, left] = await Promise.all(waiting);
  expect(stays).toBeUndefined();
  expect(left?.status).toBe(499);
  expect(left).toHaveProperty('body', CUT_OFF);
});

it('has another service begin behind the first of the many of one', async () => {
  const slices = createTimeSlices(() => performance.now(), 0);
  slices.yieldToConnections();
  const order: number[] = [];
  const begin = async (serviceId: number): Promise<void> => {
    await waitForSlice(callOf(serviceId, STAYS), slices);
    order.push(serviceId);
  };
  const many = Array.from({ length: 50 }, async () => await begin(1));
  await Promise.all([...many, begin(2)]);
  expect(order.indexOf(2)).toBeLessThanOrEqual(2);
});
