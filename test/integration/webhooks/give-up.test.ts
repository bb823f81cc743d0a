import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { deleteExpiredDeliveries } from '../../../src/db/queries/webhooks/deliveries.ts';
import { findEndpoint } from '../../../src/db/queries/webhooks/endpoints.ts';
import { getWebhookDelaySeconds } from '../../../src/domain/events/webhook.ts';
import { disable, enable } from '../../../src/resolvers/webhooks/set-endpoint-state.ts';
import { useWebhooks } from '../../support/clients/webhooks.ts';
import { useWebhookReceiver } from '../../support/processes/webhook-receiver.ts';

const webhooks = useWebhooks();
const receiver = useWebhookReceiver();

async function find(endpointId: number) {
  const { serviceId } = webhooks.service;
  return await findEndpoint(webhooks.db, { serviceId, endpointId }, { lock: false });
}

async function listActions(): Promise<{ action: string; details: unknown }[]> {
  const events = webhooks.db.selectFrom('audit_events').select(['action', 'details']);
  const { serviceId } = webhooks.service;
  return await events
    .where('service_id', '=', serviceId)
    .where('action', 'like', 'webhook%')
    .orderBy('id')
    .execute();
}

async function countJobs(): Promise<number> {
  const jobs = webhooks.db.selectFrom('jobs').select('id').where('task', '=', 'deliver_webhooks');
  return (await jobs.where('service_id', '=', webhooks.service.serviceId).execute()).length;
}

it('waits longer after each failure, an hour at most, and less by chance', () => {
  const delays = [1, 2, 3, 10, 11, 100].map((failures) => getWebhookDelaySeconds(failures, 0));
  expect(delays).toEqual([5, 10, 20, 2560, 3600, 3600]);
  expect(getWebhookDelaySeconds(2, 1)).toBe(5);
});

it('leaves an endpoint alone that fails, and asks with one message whether it is back', async () => {
  receiver.answer = (response) => void response.writeHead(500).end();
  const { id } = await webhooks.add(receiver.url());
  for (const businessId of [1, 2, 3, 4, 5, 6]) await webhooks.happen(businessId);
  await webhooks.fanOut();
  await webhooks.deliver(id);
  // Four lanes at once, and then it is paused.
  expect(receiver.received).toHaveLength(4);
  await webhooks.deliver(id);
  expect(receiver.received).toHaveLength(4);
  await webhooks.age('1 hour');
  await webhooks.deliver(id);
  expect(receiver.received).toHaveLength(5);
  expect(await find(id)).toMatchObject({ failures: 5, disabledReason: null });
  receiver.answer = (response) => void response.writeHead(200).end();
  await webhooks.age('1 hour');
  await webhooks.deliver(id);
  expect(await find(id)).toMatchObject({ failures: 0, failingSince: null });
  expect((await webhooks.deliveries(id)).every((one) => one.state === 'delivered')).toBe(true);
  expect(await countJobs()).toBe(0);
});

it('switches off an endpoint that took nothing for three days, says so, and goes on where it stopped', async () => {
  receiver.answer = (response) => void response.writeHead(500).end();
  const { id } = await webhooks.add(receiver.url());
  await webhooks.happen(1);
  await webhooks.fanOut();
  await webhooks.deliver(id);
  await webhooks.age('71 hours');
  await webhooks.deliver(id);
  expect(await find(id)).toMatchObject({ disabledReason: null, failures: 2 });
  await webhooks.age('2 hours');
  await webhooks.deliver(id);
  expect(await find(id)).toMatchObject({ disabledReason: 'failing', failures: 3 });
  expect(await listActions()).toMatchObject([
    { action: 'webhook_endpoint_added' },
    { action: 'webhook_endpoint_disabled', details: { endpointId: id, reason: 'failing' } },
  ]);
  expect(await countJobs()).toBe(0);
  await webhooks.happen(2);
  await webhooks.fanOut();
  receiver.answer = (response) => void response.writeHead(200).end();
  receiver.received = [];
  await webhooks.deliver(id);
  expect(receiver.received).toEqual([]);
  const { missedEvents } = await webhooks.change(async (desk) => await enable(desk, id));
  expect(missedEvents).toBe(0);
  await webhooks.fanOut();
  await webhooks.deliver(id);
  expect(receiver.told()).toMatchObject([{ businessId: 1 }, { businessId: 2 }]);
});

it('switches off an endpoint that answers 410 at once', async () => {
  receiver.answer = (response) => void response.writeHead(410).end();
  const { id } = await webhooks.add(receiver.url());
  await webhooks.happen(1);
  await webhooks.fanOut();
  await webhooks.deliver(id);
  expect(await find(id)).toMatchObject({ disabledReason: 'gone' });
});

it('gives up what one business has failed with for three days, where others get through', async () => {
  receiver.answer = (response, { body }) =>
    void response.writeHead(body.includes('"businessId":1,') ? 400 : 200).end();
  const { id } = await webhooks.add(receiver.url());
  await webhooks.happen(1);
  await webhooks.fanOut();
  await webhooks.deliver(id);
  for (let round = 1; round <= 4; round += 1) {
    await webhooks.age('20 hours');
    await webhooks.happen(2);
    await webhooks.fanOut();
    await webhooks.deliver(id);
  }
  const [given] = await webhooks.deliveries(id);
  expect(given).toMatchObject({ state: 'abandoned', lastStatus: 400, nextAttemptAt: null });
  expect(await find(id)).toMatchObject({ disabledReason: null });
  await webhooks.happen(1);
  await webhooks.fanOut();
  await webhooks.age('1 hour');
  await webhooks.deliver(id);
  expect((await webhooks.deliveries(id)).at(-1)).toMatchObject({ attempts: 1 });
});

it('sends nothing while disabled, and what was deleted meanwhile is counted when it is enabled', async () => {
  const { id } = await webhooks.add(receiver.url());
  await webhooks.change(async (desk) => await disable(desk, id));
  const other = await webhooks.add(receiver.url('/other'));
  for (const businessId of [1, 2, 3]) await webhooks.happen(businessId);
  await webhooks.fanOut();
  await sql`delete from business_events where service_id = ${webhooks.service.serviceId} and position < 3`.execute(
    webhooks.db,
  );
  const { missedEvents } = await webhooks.change(async (desk) => await enable(desk, id));
  expect(missedEvents).toBe(2);
  await webhooks.fanOut();
  await webhooks.deliver(id);
  expect(receiver.told()).toMatchObject([{ businessId: 3 }]);
  expect(await webhooks.deliveries(other.id)).toHaveLength(3);
});

it.each(['some', 'all'])(
  'switches off an endpoint of whose events %s were deleted unsent',
  async (what) => {
    const { id } = await webhooks.add(receiver.url());
    const { serviceId } = webhooks.service;
    for (const businessId of [1, 2, 3]) await webhooks.happen(businessId);
    await webhooks.fanOut();
    // As if it had had no room for them all that time.
    const events = webhooks.db.deleteFrom('business_events').where('service_id', '=', serviceId);
    await (what === 'all' ? events : events.where('position', '<', 3)).execute();
    await webhooks.db
      .updateTable('webhook_endpoints')
      .set({ position: 0 })
      .where('service_id', '=', serviceId)
      .execute();
    await webhooks.fanOut();
    expect(await find(id)).toMatchObject({ disabledReason: 'fell_behind' });
  },
);

it('forgets a delivery after 7 days, but none that is still to be sent', async () => {
  const { id } = await webhooks.add(receiver.url());
  for (const businessId of [1, 2]) await webhooks.happen(businessId);
  await webhooks.fanOut();
  await webhooks.deliver(id);
  await webhooks.happen(3);
  await webhooks.fanOut();
  await webhooks.age('6 days 23 hours');
  expect(await deleteExpiredDeliveries(webhooks.db, 1000)).toBe(0);
  await webhooks.age('2 hours');
  await deleteExpiredDeliveries(webhooks.db, 1000);
  expect(await webhooks.deliveries(id)).toMatchObject([{ state: 'waiting' }]);
  await webhooks.change(async (desk) => await disable(desk, id));
  await deleteExpiredDeliveries(webhooks.db, 1000);
  expect(await webhooks.deliveries(id)).toEqual([]);
});
