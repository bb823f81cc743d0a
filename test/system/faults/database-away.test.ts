import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDb, createPool } from '../../../src/db/client.ts';
import { migrateUp } from '../../../src/db/migrations/migrate.ts';
import { removeEmbedded, startEmbedded } from '../../../src/embedded-postgres/start.ts';
import { makeBusiness } from '../../support/data/factories.ts';
import { useDatabase } from '../../support/database/database.ts';
import { CONNECT_TIMEOUT_MS } from '../../support/database/test-pool.ts';
import { type OpenGateway, openGateway } from '../../support/gateway/open-gateway.ts';
import { createProxy, type Proxy } from '../../support/processes/proxy.ts';

const FETCHING_FAILED = {
  data: {},
  message: 'Error fetching business detail',
  success: false,
  code_message: 'server_error',
};
const UNAVAILABLE = {
  ...FETCHING_FAILED,
  message: 'Service unavailable',
  code_message: 'service_unavailable',
};
const AWAY = { status: 'unavailable', reason: 'database_away' };
const ON_THE_GRAPH = {
  extensions: { code: 'SERVICE_UNAVAILABLE', code_message: 'service_unavailable' },
};

const database = useDatabase();
let proxy: Proxy;
let gateway: OpenGateway;
let businessId = 0;

beforeAll(async () => {
  proxy = await createProxy(database.url);
  gateway = await openGateway(proxy.url, {
    STATEMENT_TIMEOUT_MS: '500',
    CONNECT_TIMEOUT_MS: '500',
    DATABASE_POOL_SIZE: '4',
  });
  const business = await makeBusiness(gateway.db, gateway.service.serviceId, {
    participants: [{ documents: [['INE', null]] }, {}],
  });
  businessId = business.id;
});
afterAll(async () => {
  proxy.heal();
  await gateway.close();
  await proxy.close();
});
beforeEach(async () => {
  proxy.heal();
  await expectServed(gateway, businessId);
});

async function status(of: OpenGateway, path: string): Promise<number> {
  return (await of.request('GET', path)).status;
}

/** Everything works, at the latest after the pool has noticed which connections are gone. */
async function expectServed(of: OpenGateway, id: number): Promise<void> {
  await expect
    .poll(async () => await status(of, '/health/ready'), { timeout: 60_000, interval: 20 })
    .toBe(200);
  await expect
    .poll(async () => await status(of, `/api/v4/business/detail?id=${id}`), { timeout: 60_000 })
    .toBe(200);
  const query = 'query ($id: SafeInt!) { business(by: {databaseId: $id}) { name } }';
  await expect
    .poll(async () => (await of.graphql(query, { id })).body, { timeout: 60_000 })
    .toMatchObject({ data: { business: { name: `Fideicomiso ${id}` } } });
}

async function expectAllRefused(of: OpenGateway, id: number): Promise<void> {
  const [detail, complete, answers, token, graph] = await Promise.all([
    of.request('GET', `/api/v4/business/detail?id=${id}`),
    of.request('POST', `/api/v4/fiduciary/${id}/complete`),
    of.request('POST', '/api/v4/quiz/answers/import/api', { user_id: 1, templates: ['kyc'] }),
    of.request('POST', '/api/v4/auth/token', { email: of.service.email }),
    of.graphql('{ businesses(first: 1) { edges { node { name } } } }'),
  ]);
  expect(detail).toMatchObject({ status: 500, body: FETCHING_FAILED });
  for (const reply of [complete, answers, token])
    expect(reply).toMatchObject({ status: 503, body: UNAVAILABLE });
  expect(graph).toMatchObject({ status: 503, body: { errors: [ON_THE_GRAPH] } });
  for (const reply of [complete, answers, token, graph])
    expect(reply.headers.get('retry-after')).toMatch(/^[1-9]$/);
  const [live, ready] = await Promise.all([
    of.request('GET', '/health/live'),
    of.request('GET', '/health/ready'),
  ]);
  expect(live).toMatchObject({ status: 200, body: { status: 'live' } });
  expect(ready).toMatchObject({ status: 503, body: AWAY });
}

describe('while the database is away', () => {
  it('503 is answered, 500 where v4 says so, and everything works again by itself once it is back', async () => {
    proxy.cut();
    await expectAllRefused(gateway, businessId);
    proxy.heal();
    await expectServed(gateway, businessId);
  });

  it('500 is answered when all connections break under running requests, and the next ones are served', async () => {
    const locker = createPool({
      connectionString: database.url,
      poolSize: 1,
      namedStatements: false,
      statementTimeoutMs: 0,
      lockTimeoutMs: 0,
      connectTimeoutMs: CONNECT_TIMEOUT_MS,
      onIdleError: () => undefined,
    });
    await locker.query('begin; lock table participants in access exclusive mode');
    const broken = new AbortController();
    // A request gives up after STATEMENT_TIMEOUT_MS, and the next one waits in its place.
    const statuses = Array.from({ length: 12 }, async () => {
      const own: number[] = [];
      do own.push(await status(gateway, `/api/v4/business/detail?id=${businessId}`));
      while (!broken.signal.aborted);
      return own;
    });
    try {
      await expect
        .poll(async () => (await database.pool.query(BREAK_WAITING)).rowCount, { timeout: 60_000 })
        .toBeGreaterThan(0);
    } finally {
      broken.abort();
      await locker.query('rollback');
      await locker.end();
    }
    for (const code of (await Promise.all(statuses)).flat()) expect([200, 500]).toContain(code);
    await expectServed(gateway, businessId);
  });

  it('the same comes from a connection that has gone silent and stays so, and the pool is whole afterwards', async () => {
    proxy.freeze();
    // Without a bound of the gateway's own, these requests never end.
    await expectAllRefused(gateway, businessId);
    proxy.heal();
    await expectServed(gateway, businessId);
    await expect.poll(() => gateway.pool.totalCount - gateway.pool.idleCount).toBe(0);
    expect(gateway.pool.waitingCount).toBe(0);
  });

  it('500 comes while every connection is taken, and nobody waits for ever', async () => {
    const taken = await Promise.all(Array.from({ length: 4 }, () => gateway.pool.connect()));
    const detail = await gateway.request('GET', `/api/v4/business/detail?id=${businessId}`);
    expect(detail).toMatchObject({ status: 500, body: FETCHING_FAILED });
    for (const client of taken) client.release();
    await expectServed(gateway, businessId);
  });
});

/** Ends the connections that wait for a lock of the test's database; one row each. */
const BREAK_WAITING = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;

describe('a PostgreSQL that is stopped and started', () => {
  it('503 is answered while it is down, and the same process serves again once it is up', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'participant-gateway-away-'));
    const settings = { fsync: 'off', full_page_writes: 'off' };
    let server = await startEmbedded({ dataDir, settings });
    const own = createDb(
      createPool({
        connectionString: server.url,
        poolSize: 1,
        namedStatements: true,
        statementTimeoutMs: 0,
        lockTimeoutMs: 0,
        connectTimeoutMs: CONNECT_TIMEOUT_MS,
        onIdleError: () => undefined,
      }),
    );
    await migrateUp(own);
    await own.destroy();
    const way = await createProxy(server.url);
    const ownGateway = await openGateway(way.url);
    const business = await makeBusiness(ownGateway.db, ownGateway.service.serviceId);
    await expectServed(ownGateway, business.id);

    await server.stop();
    await expectAllRefused(ownGateway, business.id);
    server = await startEmbedded({ dataDir, settings });
    way.lead(server.url);
    await expectServed(ownGateway, business.id);

    await ownGateway.close();
    await way.close();
    await server.stop();
    await removeEmbedded(dataDir);
  });
});
