import { beforeEach, describe, expect, it } from 'vitest';
import { runInTransaction } from '../../../src/db/transaction.ts';
import { testEndpoint } from '../../../src/resolvers/webhooks/test-endpoint.ts';
import { at } from '../../support/clients/graphql.ts';
import {
  createTestService,
  createTestTokens,
  type TestService,
} from '../../support/gateway/callers.ts';
import { type Reply, useGateway } from '../../support/gateway/gateway.ts';

/** No worker sends them, so that all wait. */
const gateway = useGateway({ QUOTA_WEBHOOK_MESSAGES: '3' });
let service: TestService;
let endpointId: number;

beforeEach(async () => {
  service = await createTestService(gateway.db, await createTestTokens(gateway.db));
  endpointId = await addEndpoint(service);
});

async function mutate(name: string, input: string, of: TestService = service): Promise<Reply> {
  const type = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}Payload`;
  const member = /^(add|enable|disable)/.test(name) ? 'endpoint' : 'delivery';
  const query = `mutation { ${name}(input: { ${input} }) { __typename
    ... on ${type} { ${member} { databaseId } }
    ... on InputValidationError { issues { path code } } } }`;
  return await gateway.graphql(query, {}, of.headers);
}

async function addEndpoint(of: TestService): Promise<number> {
  const input = 'url: "https://hooks.example/a", eventTypes: [BUSINESS_UPSERTED]';
  const { body } = await mutate('addWebhookEndpoint', input, of);
  return Number(at(body, 'data', 'addWebhookEndpoint', 'endpoint', 'databaseId'));
}

const test = async (id = endpointId, of: TestService = service) =>
  await mutate('testWebhookEndpoint', `endpointId: ${id}`, of);

async function fill(): Promise<number[]> {
  const ids: number[] = [];
  for (let times = 0; times < 3; times += 1) {
    const { body } = await test();
    ids.push(Number(at(body, 'data', 'testWebhookEndpoint', 'delivery', 'databaseId')));
  }
  return ids;
}

async function settle(deliveryId: number): Promise<void> {
  await gateway.db
    .updateTable('webhook_deliveries')
    .set({ state: 'delivered', settled_at: new Date() })
    .where('service_id', '=', service.serviceId)
    .where('id', '=', deliveryId)
    .execute();
}

async function countWaiting(): Promise<number> {
  const rows = await gateway.db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('service_id', '=', service.serviceId)
    .where('state', '=', 'waiting')
    .execute();
  return rows.length;
}

function expectRefusal(reply: Reply): void {
  expect(reply.status).toBe(507);
  expect(at(reply.body, 'errors', 0, 'extensions')).toEqual({
    code: 'QUOTA_EXCEEDED',
    code_message: 'quota_exceeded',
    quota: 'WEBHOOK_MESSAGES',
  });
}

describe('the quota of waiting webhook messages', () => {
  it('refuses a further test and stores nothing of it', async () => {
    await fill();
    expectRefusal(await test());
    expect(await countWaiting()).toBe(3);
  });

  it('takes exactly as many tests that come at once to several endpoints', async () => {
    const endpoints = [endpointId, await addEndpoint(service), await addEndpoint(service)];
    const asked = [...endpoints, ...endpoints, ...endpoints];
    const replies = await Promise.all(asked.map(async (id) => await test(id)));
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(3);
    expect(replies.filter((reply) => reply.status === 507)).toHaveLength(6);
    expect(await countWaiting()).toBe(3);
  });

  it('refuses to send a settled delivery again, and takes it once another is settled', async () => {
    const [first = 0, second = 0] = await fill();
    await settle(first);
    expect((await test()).status).toBe(200);
    expectRefusal(await mutate('redeliverWebhook', `deliveryId: ${first}`));
    // One that waits is counted already.
    expect((await mutate('redeliverWebhook', `deliveryId: ${second}`)).status).toBe(200);
    await settle(second);
    expect((await mutate('redeliverWebhook', `deliveryId: ${first}`)).status).toBe(200);
    expect(await countWaiting()).toBe(3);
  });

  it('leaves another service its own', async () => {
    await fill();
    const other = await createTestService(gateway.db, await createTestTokens(gateway.db));
    expect((await test(await addEndpoint(other), other)).status).toBe(200);
  });

  it('does not bind an operator', async () => {
    await fill();
    await runInTransaction(gateway.db, async (db) => {
      const actor = { userId: null, apiKeyId: null, requestId: null };
      await testEndpoint(
        { db, serviceId: service.serviceId, actor, messagesMax: null },
        endpointId,
      );
    });
    expect(await countWaiting()).toBe(4);
  });
});

describe('the test of a disabled endpoint', () => {
  it('is refused and stores nothing', async () => {
    await mutate('disableWebhookEndpoint', `endpointId: ${endpointId}`);
    const { body } = await test();
    expect(at(body, 'data', 'testWebhookEndpoint')).toEqual({
      __typename: 'InputValidationError',
      issues: [{ path: ['endpointId'], code: 'NOT_ALLOWED' }],
    });
    expect(await countWaiting()).toBe(0);
    await mutate('enableWebhookEndpoint', `endpointId: ${endpointId}`);
    expect((await test()).status).toBe(200);
    expect(await countWaiting()).toBe(1);
  });
});
