import { expect, it } from 'vitest';
import { publishEvents } from '../../../src/db/queries/records/event-streams.ts';
import { useWebhooks } from '../../support/clients/webhooks.ts';
import { untilWaiting } from '../../support/probes/locks.ts';
import { useWebhookReceiver } from '../../support/processes/webhook-receiver.ts';

const webhooks = useWebhooks();
const receiver = useWebhookReceiver();

async function countDeliveries(endpointId: number): Promise<number> {
  await webhooks.fanOut();
  return (await webhooks.deliveries(endpointId)).length;
}

it("a service's first endpoint gets none of the events that nobody had published", async () => {
  for (let businessId = 1; businessId <= 3; businessId += 1) await webhooks.happen(businessId);
  const { id } = await webhooks.add(receiver.url());
  expect(await countDeliveries(id)).toBe(0);
  await webhooks.happen(4);
  expect(await countDeliveries(id)).toBe(1);
});

it('an endpoint that is added later gets none either, and the first one gets all', async () => {
  const first = await webhooks.add(receiver.url('/first'));
  await webhooks.happen(1);
  const second = await webhooks.add(receiver.url('/second'));
  await webhooks.happen(2);
  expect(await countDeliveries(first.id)).toBe(2);
  expect(await countDeliveries(second.id)).toBe(1);
});

it('more events than are published at once are all earlier ones', async () => {
  for (let businessId = 1; businessId <= 1_001; businessId += 1) await webhooks.happen(businessId);
  const { id } = await webhooks.add(receiver.url());
  expect(await countDeliveries(id)).toBe(0);
});

it('waits for a process that is just publishing, and begins after what it published', async () => {
  await webhooks.happen(1);
  await publishEvents(webhooks.db);
  const { serviceId } = webhooks.service;
  await webhooks.happen(2);
  let adding: Promise<{ id: number }> | undefined;
  await webhooks.db.transaction().execute(async (tx) => {
    await publishEvents(tx, [serviceId]);
    await publishEvents(tx, [serviceId]);
    adding = webhooks.add(receiver.url());
    await untilWaiting(webhooks.db);
  });
  const added = await adding;
  expect(await countDeliveries(added?.id ?? 0)).toBe(0);
  await webhooks.happen(3);
  expect(await countDeliveries(added?.id ?? 0)).toBe(1);
});
