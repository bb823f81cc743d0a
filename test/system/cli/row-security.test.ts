import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { TENANT_TABLES } from '../../../src/db/cluster/spread-tables.ts';
import { makeBusiness } from '../../support/data/factories.ts';
import { runOn } from '../../support/database/cluster-database.ts';
import { useDatabase } from '../../support/database/database.ts';
import { servedUrlOf } from '../../support/database/served-url.ts';
import {
  createTestService,
  createTestTokens,
  type TestService,
} from '../../support/gateway/callers.ts';
import { nameFileFolder } from '../../support/gateway/file-env.ts';
import { spawnCommand } from '../../support/processes/run-command.ts';
import { startServe } from '../../support/processes/serve-process.ts';

const database = useDatabase();
let service: TestService;

beforeAll(async () => {
  service = await createTestService(database.db, await createTestTokens(database.db));
  await makeBusiness(database.db, service.serviceId, { name: 'Faro' });
});

const ASKED = { query: '{ businesses { totalCount nodes { name } } }' };

async function ask(url: string): Promise<unknown> {
  const headers = { 'content-type': 'application/json', ...service.headers };
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers,
    body: JSON.stringify(ASKED),
  });
  return await response.json();
}

const TOKEN_ENV = { TOKEN_ISSUER: 'test-issuer', TOKEN_AUDIENCE: 'test-audience' };
const FOUND = { data: { businesses: { totalCount: 1, nodes: [{ name: 'Faro' }] } } };

async function run(word: string): Promise<unknown> {
  const args = ['migrate', 'row-security', word, '--json'];
  const { code, stdout, stderr } = await spawnCommand(args, { DATABASE_URL: database.url });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout) as unknown;
}

it('serve answers as a role that policies hold for, and says nothing of it', async () => {
  const files = nameFileFolder();
  const env = { ...files.env, ...TOKEN_ENV, DATABASE_URL: servedUrlOf(database.url) };
  const serving = startServe(env);
  expect(await ask(await serving.url)).toEqual(FOUND);
  expect(await serving.stop('SIGTERM')).toBe(0);
  const { stdout, stderr } = serving.output();
  expect(stdout + stderr).not.toContain('Row-level security');
  await files.remove();
});

it('serve says that row-level security does not hold for a superuser, and answers', async () => {
  const files = nameFileFolder();
  const env = { ...files.env, ...TOKEN_ENV, DATABASE_URL: database.url };
  const serving = startServe(env);
  expect(await ask(await serving.url)).toEqual(FOUND);
  expect(await serving.stop('SIGTERM')).toBe(0);
  const { stdout, stderr } = serving.output();
  expect(stdout + stderr).toContain(
    'Row-level security does not apply to the role gateway: it is a superuser',
  );
  await files.remove();
});

it('a command refuses a role that would see no rows', async () => {
  const DATABASE_URL = servedUrlOf(database.url);
  const role = new URL(DATABASE_URL).username;
  const { code, stderr } = await spawnCommand(['service', 'list'], { DATABASE_URL });
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: `error: The role ${role} of DATABASE_URL can read the rows of one service only. Run the command as gateway, the owner of the tables.\n`,
  });
});

it('migrate row-security off and status say what they did', async () => {
  expect(await run('off')).toEqual({ released: TENANT_TABLES });
  expect(await run('status')).toEqual({ secured: [], open: TENANT_TABLES });
});

it('migrate row-security on has policies hold, and gives a role what serving needs', async () => {
  const role = `later_${new URL(database.url).pathname.slice(-12)}`;
  await sql`create role ${sql.ref(role)} login password 'later'`.execute(database.db);
  const env = { DATABASE_URL: database.url };
  const granted = await spawnCommand(['migrate', 'row-security', 'on', '--role', role], env);
  expect(granted).toEqual({
    code: 0,
    stdout: `Row-level security was enabled on ${TENANT_TABLES.length} tables.\n`,
    stderr: '',
  });
  const url = new URL(database.url);
  url.username = role;
  url.password = 'later';
  const files = nameFileFolder();
  const serving = startServe({ ...files.env, ...TOKEN_ENV, DATABASE_URL: url.href });
  expect(await ask(await serving.url)).toEqual(FOUND);
  expect(await serving.stop('SIGTERM')).toBe(0);
  await files.remove();
  await sql`drop owned by ${sql.ref(role)}`.execute(database.db);
  await sql`drop role ${sql.ref(role)}`.execute(database.db);
});

it('migrate row-security on makes the role with the password of a file, gives it another, and refuses what cannot be', async () => {
  const { db } = database;
  const mark = new URL(database.url).pathname.slice(-12);
  const [made, owner] = [`made_${mark}`, `owner_${mark}`];
  const folder = await mkdtemp(join(tmpdir(), 'password-'));
  const file = join(folder, 'password');
  const grant = async (role: string, password: string, DATABASE_URL = database.url) => {
    await writeFile(file, password);
    const args = ['migrate', 'row-security', 'on', '--role', role, '--password-file', file];
    return await spawnCommand(args, { DATABASE_URL });
  };
  const connect = (role: string, password: string): string => {
    const url = new URL(database.url);
    Object.assign(url, { username: role, password });
    return url.href;
  };
  for (const password of ["one'$&", 'two']) {
    expect(await grant(made, `${password}\n`)).toMatchObject({ code: 0, stderr: '' });
    const seen = await runOn(connect(made, encodeURIComponent(password)), 'select id from users');
    expect(seen).toEqual([]);
  }
  await expect(runOn(connect(made, encodeURIComponent("one'$&")), 'select')).rejects.toThrow(
    'password authentication failed',
  );
  for (const [role, password, sentence] of [
    [made, 'contraseña', 'the password must consist of ASCII characters without spaces.'],
    [made, '', 'the password must consist of ASCII characters without spaces.'],
    [new URL(database.url).username, 'mine', 'runs this command'],
  ] as const) {
    const { code, stderr } = await grant(role, password);
    expect(code).toBe(1);
    expect(stderr).toContain(sentence);
  }
  await sql`create role ${sql.ref(owner)} login bypassrls password 'owner'`.execute(db);
  await sql`grant select on all tables in schema public to ${sql.ref(owner)}`.execute(db);
  const { code, stderr } = await grant(`not_${mark}`, 'three', connect(owner, 'owner'));
  expect(code).toBe(1);
  expect(stderr).toContain('may not create that role');
  const granted = await spawnCommand(['migrate', 'row-security', 'on', '--role', made], {
    DATABASE_URL: connect(owner, 'owner'),
  });
  expect(granted.code).toBe(1);
  expect(granted.stderr).not.toContain('may not create that role');
  for (const role of [made, owner]) {
    await sql`drop owned by ${sql.ref(role)}`.execute(db);
    await sql`drop role ${sql.ref(role)}`.execute(db);
  }
  await rm(folder, { recursive: true });
});
