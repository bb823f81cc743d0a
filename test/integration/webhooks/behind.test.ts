import { expect, it } from 'vitest';
import { findEndpoint } from '../../../src/db/queries/webhooks/endpoints.ts';
import { disable, enable } from '../../../src/resolvers/webhooks/set-endpoint-state.ts';
import { useWebhooks } from '../../support/clients/webhooks.ts';
import { useWebhookReceiver } from '../../support/processes/webhook-receiver.ts';

const webhooks = useWebhooks();
const receiver = useWebhookReceiver();

/** More events than become deliveries in one transaction. */
const MANY = 501;

it('an endpoint that is far behind has no other switched off that is not', async () => {
  const slow = await webhooks.add(receiver.url('/slow'));
  const quick = await webhooks.add(receiver.url('/quick'));
  await webhooks.change(async (desk) => await disable(desk, slow.id));
  for (let count = 0; count < MANY; count += 1) await webhooks.happen(1);
  await webhooks.fanOut();
  await webhooks.change(async (desk) => await enable(desk, slow.id));
  await webhooks.happen(1);
  await webhooks.fanOut();
  const { serviceId } = webhooks.service;
  const states = [slow, quick].map(
    async ({ id }) =>
      await findEndpoint(webhooks.db, { serviceId, endpointId: id }, { lock: false }),
  );
  expect(await Promise.all(states)).toMatchObject([
    { disabledReason: null },
    { disabledReason: null },
  ]);
  for (const { id } of [slow, quick]) expect(await webhooks.deliveries(id)).toHaveLength(MANY + 1);
});

it('an endpoint is not switched off for a failure of long ago, between which and now nothing was sent', async () => {
  const { id } = await webhooks.add(receiver.url());
  receiver.answer = (response, { body }) =>
    void response.writeHead(body.includes('"businessId":1,') ? 400 : 200).end();
  await webhooks.happen(1);
  for (let round = 1; round <= 5; round += 1) {
    await webhooks.fanOut();
    await webhooks.deliver(id);
    await webhooks.age('20 hours');
    if (round < 4) await webhooks.happen(2);
  }
  expect((await webhooks.deliveries(id)).map(({ state }) => state)).toContain('abandoned');
  await webhooks.age('4 days');
  receiver.answer = (response) => void response.writeHead(503).end();
  for (const businessId of [3, 4]) await webhooks.happen(businessId);
  await webhooks.fanOut();
  await webhooks.deliver(id);
  const { serviceId } = webhooks.service;
  const key = { serviceId, endpointId: id };
  expect(await findEndpoint(webhooks.db, key, { lock: false })).toMatchObject({
    disabledReason: null,
  });
  await webhooks.age('71 hours');
  await webhooks.deliver(id);
  expect(await findEndpoint(webhooks.db, key, { lock: false })).toMatchObject({
    disabledReason: null,
  });
  await webhooks.age('2 hours');
  await webhooks.deliver(id);
  expect(await findEndpoint(webhooks.db, key, { lock: false })).toMatchObject({
    disabledReason: 'failing',
  });
});
