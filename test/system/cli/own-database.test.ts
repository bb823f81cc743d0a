import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase, openToServe, openToWork } from '../../../src/cli/database/open-database.ts';
import { loadConfig } from '../../../src/config/config.ts';
import type { Db } from '../../../src/db/client.ts';
import { TENANT_TABLES } from '../../../src/db/cluster/spread-tables.ts';
import { LEAKPROOF_FUNCTIONS } from '../../../src/db/row-security/policies.ts';
import {
  disableRowSecurity,
  listSecured,
} from '../../../src/db/row-security/switch-row-security.ts';
import { readPostmasterFile } from '../../../src/embedded-postgres/postmaster.ts';
import { withinService } from '../../../src/runtime/work-scope.ts';
import { fillAnyhow } from '../../support/data/fill-anyhow.ts';
import { runOn } from '../../support/database/cluster-database.ts';
import { makeDataFolder } from '../../support/processes/data-folder.ts';
import { spawnCommand } from '../../support/processes/run-command.ts';
import { sendPrinted, startServe } from '../../support/processes/serve-process.ts';

const ROLE = 'gateway_serving';
const SERVICES = [7, 8];

type Opened = { db: Db; close: () => Promise<void> };

function ignore(): void {}

const LONG = { report: ignore, stopping: new AbortController().signal };

/** Closed after the test where that has not closed it. */
async function opening<D extends Opened>(database: Promise<D>): Promise<D> {
  const opened = await database;
  let closed: Promise<void> | undefined;
  const close = async (): Promise<void> => await (closed ??= opened.close());
  onTestFinished(close);
  return { ...opened, close };
}

async function readUsers(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select service_id as id from users order by 1`.execute(
    db,
  );
  return rows.map((row) => row.id);
}

async function readRole(db: Db): Promise<unknown> {
  const { rows } = await sql<object>`
    select rolname as role, rolsuper or rolbypassrls or rolcreaterole or rolcreatedb as "isMighty",
      (select count(*)::integer from pg_class where relowner = r.oid) as owned
    from pg_roles r where rolname = current_user`.execute(db);
  return rows[0];
}

async function countLeakproof(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from unnest(${[...LEAKPROOF_FUNCTIONS]}::text[]) as name
    join pg_proc p on p.oid = name::regprocedure where proleakproof`.execute(db);
  return rows[0]?.count ?? 0;
}

/** As versions have left it that had one role and no policies, with rows of two services. */
async function makeOlderFolder(): Promise<string> {
  const dataDir = await makeDataFolder();
  const older = await opening(openDatabase(loadConfig({ DATA_DIR: dataDir })));
  await disableRowSecurity(older.db, ignore);
  for (const name of LEAKPROOF_FUNCTIONS)
    await sql`alter function ${sql.raw(name)} not leakproof`.execute(older.db);
  await fillAnyhow(older.db, 'users', SERVICES);
  await older.close();
  return dataDir;
}

describe('the PostgreSQL of npm start', () => {
  it('gives the role that serves no row by a statement that names no service, and serves', async () => {
    const dataDir = await makeDataFolder();
    const serving = startServe({ DATA_DIR: dataDir });
    await serving.url;
    const server = await readPostmasterFile(join(dataDir, 'postgres'));
    const password = await readFile(join(dataDir, 'postgres-serving-password'), 'utf8');
    const own = `postgres://${ROLE}:${password}@127.0.0.1:${server?.port}/gateway`;
    const asked = 'select count(*)::integer as count from participants';
    expect(await runOn(own, asked)).toEqual([{ count: 0 }]);
    const command = await opening(openDatabase(loadConfig({ DATA_DIR: dataDir })));
    const { rows } = await sql<{ count: number }>`${sql.raw(asked)}`.execute(command.db);
    expect(rows[0]?.count).toBeGreaterThan(0);
    const connected = await sql<{ role: string }>`
      select distinct usename::text as role from pg_stat_activity
      where application_name = 'participant-gateway' and pid <> pg_backend_pid()`.execute(
      command.db,
    );
    expect(connected.rows).toContainEqual({ role: ROLE });
    await command.close();

    const { stdout } = serving.output();
    expect(await sendPrinted(stdout, '/graphql')).toMatchObject({
      data: { businesses: { nodes: [{}, {}, {}] } },
    });
    expect(await sendPrinted(stdout, '/api/v4/business/detail')).toMatchObject({
      data: { business: { participantes: [{}, {}, {}, {}] } },
    });
    const listed = await spawnCommand(['service', 'list', '--json'], { DATA_DIR: dataDir });
    expect(JSON.parse(listed.stdout)).toMatchObject([{ service: 'demo' }]);
    expect(await serving.stop('SIGTERM')).toBe(0);
    const said = serving.output();
    expect(said.stdout + said.stderr).not.toContain('Row-level security');
  });

  it('gets its second role, its policies and its marks where an older version has made it, once', async () => {
    const dataDir = await makeOlderFolder();
    const passwords: string[] = [];
    for (const start of [openToServe, openToServe, openToWork]) {
      const served = await opening(start(loadConfig({ DATA_DIR: dataDir }), LONG));
      expect(await readRole(served.db)).toEqual({ role: ROLE, isMighty: false, owned: 0 });
      expect(await readUsers(served.db)).toEqual([]);
      const [mine = 0] = SERVICES;
      expect(await withinService(mine, async () => await readUsers(served.db))).toEqual([mine]);
      expect(served.owner && (await readUsers(served.owner.db))).toEqual(SERVICES);
      expect(await listSecured(served.db)).toEqual([...TENANT_TABLES].toSorted());
      expect(await countLeakproof(served.db)).toBe(LEAKPROOF_FUNCTIONS.length);
      await served.close();
      passwords.push(await readFile(join(dataDir, 'postgres-serving-password'), 'utf8'));
    }
    expect(new Set(passwords).size).toBe(1);
    expect(passwords[0]).not.toBe(await readFile(join(dataDir, 'postgres-password'), 'utf8'));
    const { mode } = await stat(join(dataDir, 'postgres-serving-password'));
    expect(mode & 0o777).toBe(0o600);
  });

  it('is made whole by one of several that come at once, and again where the password or the role was lost', async () => {
    const dataDir = await makeOlderFolder();
    const config = loadConfig({ DATA_DIR: dataDir });
    const command = await opening(openDatabase(config));
    const losses = [
      async () => await Promise.resolve(),
      async () => await rm(join(dataDir, 'postgres-serving-password')),
      async () => {
        await sql`drop owned by ${sql.ref(ROLE)}`.execute(command.db);
        await sql`drop role ${sql.ref(ROLE)}`.execute(command.db);
      },
    ];
    for (const lose of losses) {
      await lose();
      const workers = await Promise.all(
        [1, 2, 3].map(async () => await opening(openToWork(config, LONG))),
      );
      for (const { db } of workers) {
        expect(await readRole(db)).toEqual({ role: ROLE, isMighty: false, owned: 0 });
        expect(await readUsers(db)).toEqual([]);
      }
      for (const { close } of workers) await close();
    }
  });
});
