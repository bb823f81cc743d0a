import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDb } from '../../../src/db/client.ts';
import { migrateUp } from '../../../src/db/migrations/migrate.ts';
import { createReplica } from '../../../src/db/replica.ts';
import { ConnectionSemaphore } from '../../../src/db/wire/connection-semaphore.ts';
import { runInWorkScope, WorkScope } from '../../../src/runtime/work-scope.ts';
import { at } from '../../support/clients/graphql.ts';
import { listInstalledVersions } from '../../support/database/installed-postgres.ts';
import {
  type ReplicatedPostgres,
  startReplicated,
} from '../../support/database/replicated-postgres.ts';
import { createTestPool } from '../../support/database/test-pool.ts';
import { type OpenGateway, openGateway } from '../../support/gateway/open-gateway.ts';
import { createProxy, type Proxy } from '../../support/processes/proxy.ts';

const [version] = listInstalledVersions();
if (version === undefined)
  console.log('No PostgreSQL is installed here: no list was read on a standby.');

type Open = { pair: ReplicatedPostgres; way: Proxy; gateway: OpenGateway };

/** A gateway on a primary that reads lists on the server that follows it. */
async function open(): Promise<Open> {
  const pair = await startReplicated(version ?? '');
  onTestFinished(pair.stop);
  const db = createDb(createTestPool(pair.primary.url));
  await migrateUp(db);
  await db.destroy();
  const way = await createProxy(pair.standby.url);
  onTestFinished(async () => await way.close());
  const env = { DATABASE_READ_URL: way.url, WORKER: 'off' };
  const gateway = await openGateway(pair.primary.url, env);
  onTestFinished(async () => await gateway.close());
  return { pair, way, gateway };
}

const LISTS =
  '{ businesses(first: 100) { totalCount nodes { externalId } } counts { businesses } }';

/** The external ids of the list, and what the two counts say. */
async function readLists(gateway: OpenGateway): Promise<{ ids: unknown[]; counts: unknown[] }> {
  const { status, body } = await gateway.graphql(LISTS);
  expect({ status, errors: at(body, 'errors') }).toEqual({ status: 200, errors: undefined });
  const nodes = at(body, 'data', 'businesses', 'nodes');
  const ids = Array.isArray(nodes) ? nodes.map((one) => at(one, 'externalId')) : [];
  const total = at(body, 'data', 'businesses', 'totalCount');
  return { ids, counts: [total, at(body, 'data', 'counts', 'businesses')] };
}

async function write(gateway: OpenGateway, externalId: number): Promise<void> {
  const { body } = await gateway.graphql(
    `mutation { upsertBusiness(input: {externalId: ${externalId}, code: "C"}) { __typename } }`,
  );
  expect(at(body, 'data', 'upsertBusiness', '__typename')).toBe('UpsertBusinessPayload');
}

/** Whether lists go past the primary now. */
async function isUsed(gateway: OpenGateway): Promise<boolean> {
  gateway.statements.length = 0;
  await readLists(gateway);
  return !gateway.statements.some((one) => one.includes('service_counts'));
}

describe.skipIf(version === undefined)(`a standby of PostgreSQL ${version} for lists`, () => {
  it('is read by whoever has just written, and tells it', async () => {
    const { gateway } = await open();
    await expect.poll(async () => await isUsed(gateway), { timeout: 60_000 }).toBe(true);
    let used = 0;
    for (let turn = 1; turn <= 30; turn += 1) {
      await write(gateway, turn);
      gateway.statements.length = 0;
      const { ids, counts } = await readLists(gateway);
      if (!gateway.statements.some((one) => one.includes('service_counts'))) used += 1;
      expect(ids).toContain(turn);
      expect(counts).toEqual([turn, turn]);
    }
    console.info(`${used} of 30 lists right after a write were read on the standby.`);
    expect(used).toBeGreaterThan(0);
  });

  it('is left while it is behind, and used again by itself', async () => {
    const { pair, gateway } = await open();
    await expect.poll(async () => await isUsed(gateway), { timeout: 60_000 }).toBe(true);
    const standby = createDb(createTestPool(pair.standby.url));
    await sql`select pg_wal_replay_pause()`.execute(standby);
    await write(gateway, 7);
    expect(await readLists(gateway)).toEqual({ ids: [7], counts: [1, 1] });
    expect(gateway.logs()).toContain('"reason":"behind"');
    await sql`select pg_wal_replay_resume()`.execute(standby);
    await standby.destroy();
    await expect.poll(async () => await isUsed(gateway), { timeout: 60_000 }).toBe(true);
    expect(gateway.logs()).toContain('the replica is used again');
    expect(await readLists(gateway)).toEqual({ ids: [7], counts: [1, 1] });
  });

  it('is asked on the connection that is read on, since one address may be of several', async () => {
    const { pair, way, gateway } = await open();
    const late = await pair.follow();
    const standby = createDb(createTestPool(late.url));
    await sql`select pg_wal_replay_pause()`.execute(standby);
    await standby.destroy();
    await expect.poll(async () => await isUsed(gateway), { timeout: 60_000 }).toBe(true);
    way.lead(late.url);
    for (let turn = 1; turn <= 5; turn += 1) {
      await write(gateway, turn);
      const lists = await Promise.all(
        Array.from({ length: 4 }, async () => await readLists(gateway)),
      );
      for (const { ids, counts } of lists) {
        expect(ids).toContain(turn);
        expect(counts).toEqual([turn, turn]);
      }
    }
  });

  it('is not left by all because one service asks for too much', async () => {
    const pair = await startReplicated(version ?? '');
    onTestFinished(pair.stop);
    const primary = createDb(createTestPool(pair.primary.url));
    const turns = new ConnectionSemaphore({ poolSize: 4, waitMs: 100 });
    const standby = createDb(createTestPool(pair.standby.url), turns);
    const troubles: unknown[] = [];
    const { read } = createReplica({
      primary,
      replica: standby,
      onChange: (trouble) => troubles.push(trouble),
    });
    const readFor = async (serviceId: number): Promise<unknown> => {
      const record = Object.assign(new WorkScope(), { serviceId });
      return await runInWorkScope(
        record,
        async () => await read(async (db) => await sql`select pg_sleep(1)`.execute(db)),
      );
    };
    const asked = await Promise.allSettled([7, 7, 7, 8].map(readFor));
    expect(asked.map(({ status }) => status).toSorted()).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
    ]);
    expect(asked[3]?.status).toBe('fulfilled');
    expect(troubles).toEqual([]);
    await Promise.all([primary.destroy(), standby.destroy()]);
  });

  it('says how far it is behind, and nothing once it is away', async () => {
    const pair = await startReplicated(version ?? '');
    onTestFinished(pair.stop);
    const primary = createDb(createTestPool(pair.primary.url));
    const replica = createDb(createTestPool(pair.standby.url));
    const { readLag } = createReplica({ primary, replica, onChange: () => undefined });
    const readSeconds = async () => (await readLag()).behindSeconds;
    await expect.poll(readSeconds, { timeout: 60_000 }).toBe(0);
    await sql`select pg_wal_replay_pause()`.execute(replica);
    await sql`create table behind ()`.execute(primary);
    await expect.poll(readSeconds, { timeout: 60_000 }).toBeGreaterThan(0);
    await sql`select pg_wal_replay_resume()`.execute(replica);
    await replica.destroy();
    expect(await readLag()).toEqual({ isUsed: true, behindSeconds: undefined });
    await primary.destroy();
  });

  it('keeps nobody waiting when it says nothing any more', async () => {
    const { way, gateway } = await open();
    await expect.poll(async () => await isUsed(gateway), { timeout: 60_000 }).toBe(true);
    await write(gateway, 3);
    way.freeze();
    // The replica is silent to the end of the test, so that a list that waits for it never comes.
    expect(await readLists(gateway)).toEqual({ ids: [3], counts: [1, 1] });
    expect(gateway.logs()).toContain('"reason":"away"');
    way.cut();
  });

  it('fails no list when it dies or begins to take writes', async () => {
    const { pair, gateway } = await open();
    await expect.poll(async () => await isUsed(gateway), { timeout: 60_000 }).toBe(true);
    pair.promote();
    await write(gateway, 1);
    expect(await readLists(gateway)).toEqual({ ids: [1], counts: [1, 1] });
    expect(gateway.logs()).toContain('"reason":"no_standby"');
    await pair.standby.kill();
    while (!gateway.logs().includes('"reason":"away"'))
      expect((await readLists(gateway)).ids).toEqual([1]);
  });
});
