import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { BusinessEvent } from '../../../src/domain/events/business-event.ts';
import { createEventChannel } from '../../../src/events/channel.ts';
import { createEventSubscription } from '../../../src/events/subscription.ts';

function makeEvent(position: number): BusinessEvent {
  const id = String(position);
  const occurredAt = new Date();
  return { id, position, occurredAt, type: 'business_completed', businessId: 1, receiptId: 1 };
}

function subscribe() {
  const channel = createEventChannel(0);
  const subscription = createEventSubscription({
    channel,
    start: { streamKey: randomUUID(), position: 0 },
    matches: () => true,
    readAfter: async (position) => await Promise.reject(new Error(`Position ${position}`)),
    onEnd: () => undefined,
  });
  return { channel, subscription };
}

it('answers calls of next that overlap in their order', async () => {
  const { channel, subscription } = subscribe();
  await subscription.next();
  const results = [1, 2, 3].map(async () => await subscription.next());
  for (const position of [1, 2, 3]) {
    channel.append([makeEvent(position)]);
    expect(await results[position - 1]).toMatchObject({ value: { position } });
  }
});

it('settles every call of next that waits when it ends', async () => {
  const { subscription } = subscribe();
  await subscription.next();
  const results = [1, 2, 3].map(async () => await subscription.next());
  subscription.end();
  for (const result of results) expect(await result).toEqual({ done: true, value: undefined });
});
