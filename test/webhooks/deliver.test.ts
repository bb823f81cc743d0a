import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { useWebhookReceiver } from '../support/webhook-receiver.ts';
import { useWebhooks } from '../support/webhooks.ts';

const webhooks = useWebhooks();
const receiver = useWebhookReceiver();

it('tells an endpoint of what happens, with a signature that Standard Webhooks finds right', async () => {
  const { id, secret } = await webhooks.add(receiver.url());
  await webhooks.happen(7, true);
  await webhooks.fanOut();
  await webhooks.deliver(id);
  const [message] = receiver.received;
  const checked = new Webhook(secret).verify(
    message?.body ?? '',
    Object.fromEntries(Object.entries(message?.headers ?? {}).map(([k, v]) => [k, String(v)])),
  );
  expect(checked).toEqual({
    type: 'business.upserted',
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    data: { businessId: 7, created: true, receiptId: null },
  });
  expect(await webhooks.deliveries(id)).toMatchObject([
    { state: 'delivered', attempts: 1, lastStatus: 204, lastError: null, nextAttemptAt: null },
  ]);
});
