import { expect, it } from 'vitest';
import { findEndpoint } from '../../src/db/queries/webhooks/endpoints.ts';
import { disable, enable } from '../../src/resolvers/webhooks/set-endpoint-state.ts';
import { useWebhookReceiver } from '../support/webhook-receiver.ts';
import { useWebhooks } from '../support/webhooks.ts';

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
