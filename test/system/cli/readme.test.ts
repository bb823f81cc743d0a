import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { expect, inject, it, onTestFinished } from 'vitest';
import { findFreePort } from '../../../src/embedded-postgres/free-port.ts';
import { useDatabase } from '../../support/database/database.ts';
import { listFences, readPage } from '../../support/documents/pages.ts';
import { makeDataFolder } from '../../support/processes/data-folder.ts';
import { startServe } from '../../support/processes/serve-process.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const database = useDatabase();

/** The blocks of a language under a heading of the README, in their order. */
function listBlocks(heading: string, language = 'sh'): string[] {
  const section = readPage('README.md')
    .split(/^## /m)
    .find((one) => one.startsWith(heading));
  return listFences(section ?? '')
    .filter(({ info }) => info === language)
    .map(({ text }) => text);
}

it('shows requests on the demo that are answered as it says, after the line that the start prints', async () => {
  const gateway = startServe({ DATA_DIR: await makeDataFolder() });
  const url = await gateway.url;
  const [exported = ''] = /^export TOKEN=.*$/m.exec(gateway.output().stdout) ?? [];
  const requests = listBlocks('A request on each wire');
  const lines = requests.map(
    (one) => `${one.replaceAll('http://127.0.0.1:4000', url).trim()}; echo`,
  );
  const run = promisify(execFile);
  const { stdout } = await run('bash', ['-euc', [exported, ...lines].join('\n')]);
  expect(requests).toHaveLength(2);
  expect(stdout).toBe(listBlocks('A request on each wire', 'json').join(''));
});

async function createEmptyDatabase(): Promise<string> {
  const name = `${new URL(database.url).pathname.slice(1)}_readme`;
  await sql.raw(`create database ${name}`).execute(database.db);
  return database.url.replace(/[^/]+$/, name);
}

it('leads on an own PostgreSQL to a first answer on each wire, word for word', async () => {
  const [setUp = '', ask = '', ...others] = listBlocks('On your own PostgreSQL');
  expect(others).toEqual([]);
  const [url, port] = [await createEmptyDatabase(), await findFreePort()];
  const { PATH = '', HOME = '' } = process.env;
  const env = {
    PATH,
    HOME,
    DATABASE_URL: url,
    PORT: String(port),
    DRAIN_DELAY_MS: '0',
    NODE_COMPILE_CACHE: inject('compileCache'),
  };
  // Only what differs from machine to machine: the address of the database, and a port that is free.
  const adapt = (block: string): string =>
    block.replace(/^export DATABASE_URL=.*$/m, '').replaceAll(':4000/', `:${port}/`);

  const server = spawn('bash', ['-euc', adapt(setUp).replace(/^npm start$/m, 'exec npm start')], {
    cwd: ROOT,
    env,
    detached: true,
  });
  onTestFinished(async () => {
    if (server.exitCode === null && server.pid !== undefined) {
      process.kill(-server.pid, 'SIGTERM');
      await once(server, 'close');
    }
  });
  let output = '';
  for await (const chunk of server.stdout) {
    output += String(chunk);
    if (output.includes('runs at http')) break;
  }
  expect(output).toContain(`http://127.0.0.1:${port}`);

  const run = promisify(execFile);
  const { stdout } = await run('bash', ['-euc', adapt(ask)], { cwd: ROOT, env });
  expect(stdout).toContain('{"data":{"upsertBusiness":{"__typename":"UpsertBusinessPayload"}}}');
  expect(stdout).toContain('"id_negocio":500');

  const entrance = await fetch(`http://127.0.0.1:${port}/`);
  expect(await entrance.json()).toMatchObject({ graphql: '/graphql', rest: '/api/v4' });
});
