import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Client } from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { useDatabase } from '../../support/database/database.ts';
import { makeDataFolder, serversOn } from '../../support/processes/data-folder.ts';
import { spawnCommand } from '../../support/processes/run-command.ts';
import { sendPrinted, startServe } from '../../support/processes/serve-process.ts';

/** First line that a start on an embedded database prints. */
const startOn = (dataDir: string) => `Starting the embedded PostgreSQL in ${dataDir}.\n`;

function printedKey(stdout: string): string | undefined {
  return /x-api-key: (pgw_\w+)/.exec(stdout)?.[1];
}

/** A port of the loopback interface that the test itself listens on. */
async function holdPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

async function listTables(url: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ tablename: string }>(
    "select tablename from pg_tables where schemaname = 'public'",
  );
  await client.end();
  return rows;
}

describe('gateway serve on the embedded database', () => {
  it('prints commands that work, and leaves no process behind on SIGTERM', async () => {
    const dataDir = await makeDataFolder();
    const gateway = startServe({ DATA_DIR: dataDir });
    await gateway.url;
    const { stdout } = gateway.output();

    const detail = await sendPrinted(stdout, '/api/v4/business/detail');
    expect(detail).toMatchObject({
      data: { business: { id: 1, id_negocio: 500_101, participantes: [{}, {}, {}, {}] } },
      success: true,
    });
    const graph = await sendPrinted(stdout, '/graphql');
    expect(graph).toMatchObject({ data: { businesses: { nodes: [{}, {}, {}] } } });

    expect(stdout.startsWith(startOn(dataDir))).toBe(true);

    expect((await stat(join(dataDir, 'demo.json'))).mode & 0o777).toBe(0o600);
    expect(await serversOn(dataDir)).not.toEqual([]);
    expect(await gateway.stop('SIGTERM')).toBe(0);
    expect(await serversOn(dataDir)).toEqual([]);
    expect(gateway.output().stderr).toBe('');
  });

  it('recovers from SIGKILL with its data, its key and a command that joined it', async () => {
    const dataDir = await makeDataFolder();
    const first = startServe({ DATA_DIR: dataDir });
    await first.url;
    const added = await spawnCommand(['service', 'add', 'kept'], { DATA_DIR: dataDir });
    expect(added).toMatchObject({
      code: 0,
      stderr:
        'kept does not screen its participants yet. Switch screening on: gateway service screening kept --on\n',
    });
    await first.stop('SIGKILL');
    const orphans = await serversOn(dataDir);
    expect(orphans).not.toEqual([]);

    const second = startServe({ DATA_DIR: dataDir });
    await second.url;
    const servers = await serversOn(dataDir);
    expect(servers.filter((pid) => orphans.includes(pid))).toEqual([]);
    expect(printedKey(first.output().stdout)).toBeDefined();
    expect(printedKey(second.output().stdout)).toBe(printedKey(first.output().stdout));
    const listed = await spawnCommand(['service', 'list', '--json'], { DATA_DIR: dataDir });
    expect(listed.stdout).toContain('"kept"');
    expect(await second.stop('SIGINT')).toBe(0);
    expect(await serversOn(dataDir)).toEqual([]);
  });

  it('refuses a data folder in use and a taken port with one sentence, and harms neither', async () => {
    const dataDir = await makeDataFolder();
    const running = startServe({ DATA_DIR: dataDir });
    const url = await running.url;
    const again = await spawnCommand(['serve'], { DATA_DIR: dataDir, PORT: '0' });
    expect(again).toEqual({
      code: 1,
      stdout: startOn(dataDir),
      stderr: `error: The data folder ${dataDir} is in use by process ${running.child.pid}: stop it first, or set DATA_DIR to another folder.\n`,
    });
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    await running.stop('SIGTERM');

    const port = await holdPort();
    const taken = await spawnCommand(['serve'], { DATA_DIR: dataDir, PORT: String(port) });
    expect(taken).toEqual({
      code: 1,
      stdout: startOn(dataDir),
      stderr: `error: 127.0.0.1:${port} is taken by another program: stop that one, or set PORT.\n`,
    });
    expect(await serversOn(dataDir)).toEqual([]);
  });

  it('lets one of two that start at once on a new folder win', async () => {
    const dataDir = await makeDataFolder();
    const racers = [startServe({ DATA_DIR: dataDir }), startServe({ DATA_DIR: dataDir })];
    const ends = await Promise.allSettled(racers.map(async (one) => await one.url));
    expect(ends.map((end) => end.status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const loser = racers[ends.findIndex((end) => end.status === 'rejected')];
    expect(await loser?.exit).toBe(1);
    expect(loser?.output().stderr).toMatch(/^error: The data folder .* is in use by process \d+/);
  });
});

describe('gateway serve with DATABASE_URL', () => {
  const database = useDatabase();

  it('runs without demo data, secrets or a data folder', async () => {
    const dataDir = await makeDataFolder();
    const gateway = startServe({ DATABASE_URL: database.url, DATA_DIR: dataDir });
    const url = await gateway.url;
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    expect(gateway.output().stdout).not.toContain('curl');
    expect(await gateway.stop('SIGTERM')).toBe(0);
    expect(await database.db.selectFrom('services').select('name').execute()).toEqual([]);
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('ends at once on Ctrl-C, whoever a signal of another kind would have left time', async () => {
    const gateway = startServe({ DATABASE_URL: database.url, DRAIN_DELAY_MS: '600000' });
    await gateway.url;
    expect(await gateway.stop('SIGINT')).toBe(0);
  });

  it('refuses pending migrations with the command to run, and changes nothing', async () => {
    const name = `${new URL(database.url).pathname.slice(1)}_empty`;
    await sql.raw(`create database ${name}`).execute(database.db);
    const url = database.url.replace(/[^/]+$/, name);
    const refused = await spawnCommand(['serve'], { DATABASE_URL: url, PORT: '0' });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(
      /^error: The database lacks \d+ migration\(s\), first 0001-[a-z]+; run: gateway migrate up\n$/,
    );
    expect(await listTables(url)).toEqual([]);

    expect((await spawnCommand(['migrate', 'up'], { DATABASE_URL: url })).code).toBe(0);
    const started = startServe({ DATABASE_URL: url });
    await started.url;
    expect(await started.stop('SIGTERM')).toBe(0);
    await sql.raw(`drop database ${name}`).execute(database.db);
  });

  it('names what is wrong with the environment in one line', async () => {
    const secret = 'postgres://canary:canary@127.0.0.1:1/canary';
    const closed = await spawnCommand(['serve'], { DATABASE_URL: secret, DATABASE_WAIT_MS: '0' });
    expect(closed).toEqual({
      code: 1,
      stdout: '',
      stderr: 'error: The database of DATABASE_URL, 127.0.0.1:1, cannot be used: ECONNREFUSED.\n',
    });
    const wrong = await spawnCommand(['serve'], { PORT: 'high' });
    expect(wrong.code).toBe(1);
    expect(wrong.stderr).toMatch(/^error: Invalid environment: PORT: [^\n]+\n$/);
  });
});
