import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { BUSINESS_EVENT_TYPES } from '../../../src/domain/events/business-event.ts';
import {
  toWebhookType,
  WEBHOOK_DISABLED_REASONS,
  WEBHOOK_FAULTS,
} from '../../../src/domain/events/webhook.ts';
import { rotateSecret } from '../../../src/resolvers/webhooks/rotate-secret.ts';
import { useWebhooks } from '../../support/clients/webhooks.ts';
import { useWebhookReceiver } from '../../support/processes/webhook-receiver.ts';

const webhooks = useWebhooks();
const receiver = useWebhookReceiver();
const DOCUMENT = new URL('../../../docs/guide/webhooks.md', import.meta.url);

type Check = (headers: object, body: string, secret: string) => unknown;

/** The code of the document, as whoever copies it has it. */
async function importSnippet(): Promise<Check> {
  const [, code = ''] = /```js\n([\s\S]*?)```/.exec(await readFile(DOCUMENT, 'utf8')) ?? [];
  const url = `data:text/javascript,${encodeURIComponent(code)}`;
  const { isGenuine } = z
    .object({ isGenuine: z.custom<Check>((value) => typeof value === 'function') })
    .parse(await import(/* @vite-ignore */ url));
  return isGenuine;
}

it('the check in the document knows what the gateway sent, and nothing else', async () => {
  const isGenuine = await importSnippet();
  const { id, secret } = await webhooks.add(receiver.url());
  const { secret: next } = await webhooks.change(
    async (desk) => await rotateSecret(desk, { endpointId: id }),
  );
  await webhooks.happen(1);
  await webhooks.fanOut();
  await webhooks.deliver(id);
  const { headers, body } = receiver.received[0] ?? { headers: {}, body: '' };
  expect([isGenuine(headers, body, secret), isGenuine(headers, body, next)]).toEqual([true, true]);
  const old = {
    ...headers,
    'webhook-timestamp': String(Number(Reflect.get(headers, 'webhook-timestamp')) - 301),
  };
  const wrong = [
    isGenuine(headers, `${body} `, secret),
    isGenuine({ ...headers, 'webhook-id': 'another' }, body, secret),
    isGenuine(old, body, secret),
    isGenuine(headers, body, 'whsec_AAAA'),
  ];
  expect(wrong).toEqual([false, false, false, false]);
});

it('the document names every type, every fault and every reason', async () => {
  const text = await readFile(DOCUMENT, 'utf8');
  const faults = WEBHOOK_FAULTS.map((one) => one.toUpperCase());
  const reasons = WEBHOOK_DISABLED_REASONS.filter((one) => one !== 'asked');
  const words = [
    ...BUSINESS_EVENT_TYPES.map(toWebhookType),
    ...faults,
    ...reasons.map((one) => one.toUpperCase()),
  ];
  expect(words.filter((one) => !text.includes(`\`${one}\``))).toEqual([]);
});
