import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { makeBusiness } from '../../support/data/factories.ts';
import { useDatabase } from '../../support/database/database.ts';
import { type OpenGateway, openGateway } from '../../support/gateway/open-gateway.ts';
import { createProxy } from '../../support/processes/proxy.ts';
import { startServe } from '../../support/processes/serve-process.ts';

const LAST = 'select max(name) as name from kysely_migration';

const database = useDatabase();
let gateway: OpenGateway;

beforeEach(async () => {
  gateway = await openGateway(database.url);
});
afterEach(async () => {
  await gateway.close();
});

/** Makes the next connections of the gateway's pool find the database as it is by then. */
async function breakConnections(): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(database.db);
}

async function setReadOnly(word: 'on' | 'off'): Promise<void> {
  const name = new URL(database.url).pathname.slice(1);
  await sql`set transaction_read_only = off; alter database ${sql.id(name)}
    set default_transaction_read_only = ${sql.lit(word)}`.execute(database.db);
  await breakConnections();
}

async function expectReady(reason?: string): Promise<void> {
  const body = reason === undefined ? { status: 'ready' } : { status: 'unavailable', reason };
  const status = reason === undefined ? 200 : 503;
  await expect
    .poll(async () => {
      const reply = await gateway.request('GET', '/health/ready');
      return { status: reply.status, body: reply.body };
    })
    .toEqual({ status, body });
}

describe('readiness', () => {
  it('is refused where the database takes no writes, which are 503, and comes back', async () => {
    const { id } = await makeBusiness(gateway.db, gateway.service.serviceId);
    await expectReady();
    await setReadOnly('on');
    await expectReady('database_read_only');
    const write = await gateway.request('POST', `/api/v4/fiduciary/${id}/complete`);
    expect(write).toMatchObject({ status: 503, body: { code_message: 'service_unavailable' } });
    await setReadOnly('off');
    await expectReady();
    expect(gateway.logs()).toContain('"reason":"database_read_only","msg":"not ready"');
    expect(gateway.logs()).toContain('"msg":"ready again"');
  });

  it('is refused while a migration of this version is missing, and not for one of a newer', async () => {
    const { rows } = await sql<{ name: string }>`${sql.raw(LAST)}`.execute(database.db);
    const name = rows[0]?.name ?? '';
    const rename = async (from: string, to: string): Promise<void> => {
      await sql`update kysely_migration set name = ${to} where name = ${from}`.execute(database.db);
    };
    await rename(name, 'held back');
    await expectReady('migration_missing');
    await rename('held back', name);
    await sql`insert into kysely_migration (name, timestamp) values ('9999-newer', '')`.execute(
      database.db,
    );
    await expectReady();
    await sql`delete from kysely_migration where name = '9999-newer'`.execute(database.db);
  });

  it('is answered while every connection that requests may have is taken', async () => {
    const taken = await Promise.all(Array.from({ length: 9 }, () => gateway.pool.connect()));
    await expectReady();
    for (const client of taken) client.release();
  });
});

describe('a start without a database', () => {
  it('waits for it, says so, and serves once it is there', async () => {
    const way = await createProxy(database.url);
    onTestFinished(async () => await way.close());
    way.cut();
    const waiting = startServe({ DATABASE_URL: way.url });
    await expect.poll(() => waiting.output().stdout, { timeout: 60_000 }).toContain('waits for it');
    way.heal();
    expect((await fetch(`${await waiting.url}/health/ready`)).status).toBe(200);
    expect(await waiting.stop('SIGTERM')).toBe(0);
  });

  it('ends at once on a signal, and where no waiting would help', async () => {
    const way = await createProxy(database.url);
    onTestFinished(async () => await way.close());
    way.cut();
    const waiting = startServe({ DATABASE_URL: way.url });
    await expect.poll(() => waiting.output().stdout, { timeout: 60_000 }).toContain('waits for it');
    expect(await waiting.stop('SIGTERM')).toBe(0);
    expect(waiting.output().stderr).toBe('');

    const url = new URL(database.url);
    url.pathname = '/nothing_of_this_name';
    const hopeless = startServe({ DATABASE_URL: url.href });
    expect(await hopeless.exit).toBe(1);
    expect(hopeless.output().stdout).not.toContain('waits for it');
    expect(hopeless.output().stderr).toMatch(/cannot be used: database .* does not exist\.\n$/);
  });
});
