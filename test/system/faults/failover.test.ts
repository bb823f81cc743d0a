import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDb } from '../../../src/db/client.ts';
import { migrateUp } from '../../../src/db/migrations/migrate.ts';
import { makeBusiness } from '../../support/data/factories.ts';
import { listInstalledVersions } from '../../support/database/installed-postgres.ts';
import {
  type ReplicatedPostgres,
  startReplicated,
} from '../../support/database/replicated-postgres.ts';
import { createTestPool } from '../../support/database/test-pool.ts';
import { type OpenGateway, openGateway } from '../../support/gateway/open-gateway.ts';
import { createProxy } from '../../support/processes/proxy.ts';

const [version] = listInstalledVersions();
if (version === undefined)
  console.log('No PostgreSQL is installed here: nothing failed over to a standby.');

/** Two servers of which the second follows the first, with the tables of the gateway. */
async function openPair(): Promise<ReplicatedPostgres> {
  const pair = await startReplicated(version ?? '');
  onTestFinished(pair.stop);
  const db = createDb(createTestPool(pair.primary.url));
  await migrateUp(db);
  await db.destroy();
  return pair;
}

async function open(url: string): Promise<OpenGateway> {
  const gateway = await openGateway(url);
  onTestFinished(async () => await gateway.close());
  return gateway;
}

async function untilReplicated({ primary, standby }: ReplicatedPostgres): Promise<void> {
  const from = createTestPool(primary.url);
  const to = createTestPool(standby.url);
  const { rows } = await from.query<{ at: string }>('select pg_current_wal_lsn()::text as at');
  const caughtUp = 'select pg_last_wal_replay_lsn() >= $1::pg_lsn as done';
  await expect
    .poll(async () => (await to.query(caughtUp, [rows[0]?.at])).rows, { timeout: 60_000 })
    .toEqual([{ done: true }]);
  await Promise.all([from.end(), to.end()]);
}

async function complete(gateway: OpenGateway, id: number): Promise<number> {
  return (await gateway.request('POST', `/api/v4/fiduciary/${id}/complete`)).status;
}

describe.skipIf(version === undefined)(`with two servers of PostgreSQL ${version}`, () => {
  it('the one that takes writes is used, and within 5 s the other once that one does', async () => {
    const pair = await openPair();
    const { primary, standby } = pair;
    // The standby first, so that the order alone does not do.
    const places = `${standby.place},${primary.place}`;
    const url = `postgres://postgres@${places}/postgres?target_session_attrs=read-write`;
    const gateway = await open(url);
    const { id } = await makeBusiness(gateway.db, gateway.service.serviceId, {
      participants: [{}],
    });
    await untilReplicated(pair);
    expect((await gateway.request('GET', '/health/ready')).status).toBe(200);

    await primary.kill();
    pair.promote();
    const startedAt = performance.now();
    await expect
      .poll(async () => await complete(gateway, id), { timeout: 60_000, interval: 50 })
      .toBe(200);
    console.info(`A write was done ${Math.round(performance.now() - startedAt)} ms after it.`);
    expect((await gateway.request('GET', '/health/ready')).status).toBe(200);
  });

  it('a server that turns read-only is left for the other', async () => {
    const pair = await openPair();
    const { primary, standby } = pair;
    const places = `${primary.place},${standby.place}`;
    const gateway = await open(`postgres://postgres@${places}/postgres`);
    const { id } = await makeBusiness(gateway.db, gateway.service.serviceId, {
      participants: [{}],
    });
    await untilReplicated(pair);
    await sql`alter system set default_transaction_read_only = on`.execute(gateway.db);
    await sql`select pg_reload_conf()`.execute(gateway.db);
    pair.promote();
    await expect
      .poll(async () => await complete(gateway, id), { timeout: 60_000, interval: 50 })
      .toBe(200);
    const { rows } = await sql<{ port: string }>`show port`.execute(gateway.served);
    expect(standby.place).toContain(rows[0]?.port);
  });

  it('a gateway that is led to a standby is not ready and says so, and its writes may be sent again', async () => {
    const pair = await openPair();
    const way = await createProxy(pair.primary.url);
    onTestFinished(async () => await way.close());
    const gateway = await open(way.url);
    const { id } = await makeBusiness(gateway.db, gateway.service.serviceId);
    await untilReplicated(pair);
    way.cut();
    way.heal();
    way.lead(pair.standby.url);
    await expect
      .poll(async () => await gateway.request('GET', '/health/ready'))
      .toMatchObject({ status: 503, body: { reason: 'database_standby' } });
    const write = await gateway.request('POST', `/api/v4/fiduciary/${id}/complete`);
    expect(write).toMatchObject({ status: 503, body: { code_message: 'service_unavailable' } });
    expect(write.headers.get('retry-after')).toBe('2');
    pair.promote();
    await expect
      .poll(async () => (await gateway.request('GET', '/health/ready')).status, { timeout: 60_000 })
      .toBe(200);
    expect(await complete(gateway, id)).toBe(200);
  });
});
