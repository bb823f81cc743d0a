import type { Pool, PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeBusiness } from '../../support/data/factories.ts';
import { useDatabase } from '../../support/database/database.ts';
import {
  createTestService,
  createTestTokens,
  type TestService,
} from '../../support/gateway/callers.ts';
import { type OpenGateway, openGateway } from '../../support/gateway/open-gateway.ts';
import { holdBusiness, untilWaiting } from '../../support/probes/locks.ts';

const WRITES = 12;
const ROUNDS = 10;
const LIST =
  '{ businesses(first: 5) { nodes { name participants(first: 2) { nodes { name } } } } }';

const database = useDatabase();
let gateway: OpenGateway;
let others: TestService[] = [];
let businessId = 0;

beforeAll(async () => {
  gateway = await openGateway(database.url, {
    LOCK_TIMEOUT_MS: '600000',
    STATEMENT_TIMEOUT_MS: '600000',
    // A hundred times what a connection is waited for by others.
    CONNECT_TIMEOUT_MS: '5000',
  });
  const made = await makeBusiness(gateway.db, gateway.service.serviceId, { participants: [{}] });
  businessId = made.id;
  await openAllConnections(gateway.pool);
  const tokens = await createTestTokens(gateway.db);
  others = [
    await createTestService(gateway.db, tokens),
    await createTestService(gateway.db, tokens),
  ];
  for (const { serviceId } of others)
    await makeBusiness(gateway.db, serviceId, { participants: [{}] });
});
afterAll(async () => {
  await gateway.close();
});

/** Fills the pool, one by one: on a busy machine ten at once may take longer than CONNECT_TIMEOUT_MS. */
async function openAllConnections(pool: Pool): Promise<void> {
  const clients: PoolClient[] = [];
  while (clients.length < pool.options.max) clients.push(await pool.connect());
  for (const client of clients) client.release();
}

type Reply = { status: number; headers: Headers; text: string };

async function send(path: string, { headers }: TestService, body?: object): Promise<Reply> {
  const response = await fetch(`${gateway.url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** What other services do meanwhile: a list, which each request reads by itself, a detail, a write. */
async function askAsOther(service: TestService): Promise<Reply[]> {
  return await Promise.all([
    send('/graphql', service, { query: LIST }),
    send('/api/v4/business/detail?id=1', service),
    send('/api/v4/quiz/answers/import/api', service, {
      user_id: service.userId,
      templates: ['none'],
    }),
    send('/health/ready', service),
  ]);
}

describe('while writes of one service wait for rows that are held', () => {
  it('others are answered and readiness stays, and who asks for too much is told to come again', async () => {
    const { service } = gateway;
    const release = await holdBusiness(database.pool, { serviceId: service.serviceId, businessId });
    const path = `/api/v4/fiduciary/${businessId}/complete`;
    const writes = Array.from({ length: WRITES }, async () => await send(path, service, {}));
    await untilWaiting(database.db, 6);
    expect(gateway.pool.totalCount - gateway.pool.idleCount).toBeGreaterThanOrEqual(6);

    for (let round = 0; round < ROUNDS; round += 1) {
      const replies = await Promise.all(others.map(askAsOther));
      for (const [list, detail, write, ready] of replies) {
        expect(list?.status).toBe(200);
        expect(list?.text).not.toContain('"errors"');
        expect(detail?.status).toBe(200);
        // The write has nothing to say but that it was looked at.
        expect(write?.status).toBeLessThan(500);
        expect(ready?.status).toBe(200);
      }
    }

    // The first to answer are those that got no connection in time.
    const first = await Promise.race(writes);
    expect(first.status).toBe(503);
    expect(first.headers.get('retry-after')).toBe('2');
    expect(JSON.parse(first.text)).toMatchObject({ code_message: 'service_unavailable' });
    const graph = await send('/graphql', service, { query: LIST });
    expect(graph.status).toBe(503);
    expect(graph.headers.get('retry-after')).toBe('2');
    expect(graph.text).toContain('"code":"SERVICE_UNAVAILABLE"');

    await release();
    const statuses = (await Promise.all(writes)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    expect(statuses.filter((status) => status === 503)).toHaveLength(WRITES - 6);
    // Nothing is held any more.
    expect((await send('/graphql', service, { query: LIST })).status).toBe(200);
  });
});
