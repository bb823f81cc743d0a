import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { recordMatchesFound } from '../../../src/db/queries/records/business-events.ts';
import { redeliver } from '../../../src/resolvers/webhooks/redeliver.ts';
import { rotateSecret } from '../../../src/resolvers/webhooks/rotate-secret.ts';
import { testEndpoint } from '../../../src/resolvers/webhooks/test-endpoint.ts';
import { expectWrongSignature, readSigned } from '../../support/clients/webhook-signature.ts';
import { useWebhooks } from '../../support/clients/webhooks.ts';
import { recordEvent } from '../../support/data/record-event.ts';
import { useWebhookReceiver } from '../../support/processes/webhook-receiver.ts';

const webhooks = useWebhooks();
const receiver = useWebhookReceiver();

const upserted = (businessId: number) => ({ businessId, created: false, receiptId: null });

it('tells an endpoint of what happens, with a signature that Standard Webhooks finds right', async () => {
  const { id, secret } = await webhooks.add(receiver.url());
  await webhooks.happen(7);
  await webhooks.fanOut();
  await webhooks.deliver(id);
  const [message] = receiver.received;
  expect(readSigned(message, secret)).toMatchObject({
    type: 'business.upserted',
    data: upserted(7),
  });
  expect(
    new Date(String(Reflect.get(Object(readSigned(message, secret)), 'timestamp'))).getTime(),
  ).toBeGreaterThan(Date.now() - 60_000);
  expect(await webhooks.deliveries(id)).toMatchObject([
    { state: 'delivered', attempts: 1, lastStatus: 204, lastError: null, nextAttemptAt: null },
  ]);
});

it('tells of every type by its ids and keys alone', async () => {
  const { db, service } = webhooks;
  const { serviceId } = service;
  const { id } = await webhooks.add(receiver.url());
  const place = { serviceId, businessId: 1, participantId: 2 };
  await recordEvent(db, { ...place, type: 'matches_resolved' });
  const found = { businessId: 1, participantIds: [2, 5], matchesCount: 3 };
  await recordMatchesFound(db, serviceId, [found]);
  await recordEvent(db, {
    ...place,
    type: 'document_available',
    typeCode: 'INE',
    occurrence: 1,
  });
  await recordEvent(db, { serviceId, type: 'answers_imported', userId: 3, templateKeys: ['kyc'] });
  await recordEvent(db, { serviceId, type: 'business_completed', businessId: 1, receiptId: 4 });
  await webhooks.fanOut();
  for (let round = 1; round <= 4; round += 1) await webhooks.deliver(id);
  const told = receiver.received.map(({ body }): unknown => JSON.parse(body));
  const typeDigest = expect.stringMatching(/^[0-9a-f]{64}$/) as unknown;
  expect(told.toSorted(byType)).toMatchObject([
    { type: 'answers.imported', data: { userId: 3, templateKeys: ['kyc'] } },
    { type: 'business.completed', data: { businessId: 1, receiptId: 4 } },
    { type: 'document.available', data: { ...ids, typeDigest, occurrence: 1 } },
    { type: 'matches.found', data: { ...found, participantsCount: 2 } },
    { type: 'matches.resolved', data: ids },
  ]);
});

const ids = { businessId: 1, participantId: 2 };

function byType(one: unknown, other: unknown): number {
  return JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;
}

it('tells only of the types that were chosen, and of nothing that happened before', async () => {
  const { db, service } = webhooks;
  await webhooks.happen(1);
  const early = await webhooks.add(receiver.url('/early'));
  await webhooks.fanOut();
  const { id } = await webhooks.add(receiver.url(), ['business_completed']);
  const { serviceId } = service;
  await webhooks.happen(2);
  await recordEvent(db, { serviceId, type: 'business_completed', businessId: 2, receiptId: 1 });
  await webhooks.fanOut();
  await webhooks.deliver(id);
  expect(receiver.told()).toEqual([{ businessId: 2, receiptId: 1 }]);
  expect(await webhooks.deliveries(early.id)).not.toHaveLength(0);
});

it('sends the events of one business in order, whatever fails, and those of others meanwhile', async () => {
  const { id } = await webhooks.add(receiver.url());
  for (const businessId of [1, 2, 1, 1, 2]) await webhooks.happen(businessId);
  await webhooks.fanOut();
  receiver.answer = (response, { body }) =>
    void response.writeHead(body.includes('"businessId":1,') ? 500 : 204).end();
  await webhooks.deliver(id);
  const states = await webhooks.deliveries(id);
  expect(states.map(({ state, attempts }) => [state, attempts])).toEqual([
    ['waiting', 1],
    ['delivered', 1],
    ['waiting', 0],
    ['waiting', 0],
    ['delivered', 1],
  ]);
  receiver.received = [];
  receiver.answer = (response) => void response.writeHead(200).end();
  await webhooks.age('1 hour');
  await webhooks.deliver(id);
  const messageIds = receiver.received.map(({ headers }) => headers['webhook-id']);
  expect(messageIds).toEqual([states[0], states[2], states[3]].map((one) => one?.messageId));
});

it('sends the same bytes under the same id with each attempt, and signs each anew', async () => {
  const { id, secret } = await webhooks.add(receiver.url());
  await webhooks.happen(1);
  await webhooks.fanOut();
  receiver.answer = (response) => void response.writeHead(503).end();
  await webhooks.deliver(id);
  receiver.answer = (response) => void response.writeHead(200).end();
  await webhooks.age('1 hour');
  await webhooks.deliver(id);
  const [first, second] = receiver.received;
  expect(second?.body).toBe(first?.body);
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  readSigned(second, secret);
  await webhooks.deliver(id);
  expect(receiver.received).toHaveLength(2);
});

it('signs with both secrets after a rotation, until the overlap is over', async () => {
  const { id, secret: old } = await webhooks.add(receiver.url());
  const rotated = await webhooks.change(
    async (desk) => await rotateSecret(desk, { endpointId: id, overlapHours: 2 }),
  );
  await webhooks.happen(1);
  await webhooks.fanOut();
  await webhooks.deliver(id);
  const [both] = receiver.received;
  expect(readSigned(both, old)).toEqual(readSigned(both, rotated.secret));
  expect(String(both?.headers['webhook-signature']).split(' ')).toHaveLength(2);
  await webhooks.age('3 hours');
  await webhooks.happen(1);
  await webhooks.fanOut();
  await webhooks.deliver(id);
  const after = receiver.received[1];
  readSigned(after, rotated.secret);
  expectWrongSignature(after, old);
});

it('sends a delivery again when it is asked to, and a test message to whoever wants one', async () => {
  const { id } = await webhooks.add(receiver.url(), ['business_completed']);
  await webhooks.change(async (desk) => await testEndpoint(desk, id));
  await webhooks.deliver(id);
  const [sent] = await webhooks.deliveries(id);
  expect(sent).toMatchObject({ type: 'webhook.test', state: 'delivered', attempts: 1 });
  await webhooks.change(async (desk) => await redeliver(desk, sent?.id ?? 0));
  await webhooks.deliver(id);
  const [one, again] = receiver.received;
  expect(again).toMatchObject({ body: one?.body, headers: { 'webhook-id': sent?.messageId } });
});

it('sends an endpoint no more than four messages at once', async () => {
  const { id } = await webhooks.add(receiver.url());
  for (let businessId = 1; businessId <= 20; businessId += 1) await webhooks.happen(businessId);
  await webhooks.fanOut();
  let open = 0;
  let most = 0;
  const send = async () => {
    open += 1;
    most = Math.max(most, open);
    await setImmediate();
    open -= 1;
    return { kind: 'delivered', responseCode: 200 } as const;
  };
  await webhooks.deliver(id, { webhooks: { send } });
  expect((await webhooks.deliveries(id)).every((one) => one.state === 'delivered')).toBe(true);
  expect(most).toBe(4);
});

it('what one is sending nobody else sends, nor what comes after it', async () => {
  const { id } = await webhooks.add(receiver.url());
  for (const businessId of [1, 1]) await webhooks.happen(businessId);
  await webhooks.fanOut();
  const { promise: held, resolve: hold } = Promise.withResolvers<() => void>();
  receiver.answer = (response) => hold(() => void response.writeHead(200).end());
  const first = webhooks.deliver(id);
  const letGo = await held;
  await webhooks.deliver(id);
  expect(receiver.received).toHaveLength(1);
  receiver.answer = (response) => void response.writeHead(200).end();
  letGo();
  await first;
  const sent = (await webhooks.deliveries(id)).map(({ messageId }) => messageId);
  expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual(sent);
});
