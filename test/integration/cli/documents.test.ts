import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '../../support/database/database.ts';
import { createTestService, createTestTokens } from '../../support/gateway/callers.ts';
import { type CommandResult, runCommand } from '../../support/processes/run-command.ts';

const database = useDatabase();
let folder: string;
let service: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'participant-gateway-documents-'));
  service = (await createTestService(database.db, await createTestTokens(database.db))).service;
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function run(...args: string[]): Promise<CommandResult> {
  return await runCommand(args, { DATABASE_URL: database.url });
}

async function documents(action: string, ...args: string[]): Promise<CommandResult> {
  return await run('documents', action, '--service', service, ...args);
}

async function write(name: string, content: string | Buffer): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, content);
  return file;
}

function done(line: string): CommandResult {
  return { code: 0, stdout: `${line}\n`, stderr: '' };
}

function refused(text: string): CommandResult {
  return { code: 1, stdout: '', stderr: `error: ${text}\n` };
}

const PAGE = 'query Page { __typename }';

describe('gateway documents', () => {
  it('adds a manifest, lists it and removes from it', async () => {
    const manifest = gzipSync(JSON.stringify({ 'sha256:1': PAGE, 'sha256:2': '{ __typename }' }));
    const file = await write('manifest.json.gz', manifest);
    expect(await documents('add', file)).toEqual(done('added 2 known 0'));
    expect(await documents('add', file, '--json')).toEqual(done('{"added":0,"known":2}'));
    expect(await documents('remove', 'sha256:2', 'other')).toEqual(done('removed 1 unknown 1'));
    const { stdout } = await documents('list');
    expect(stdout).toMatch(/^sha256:1 {2}since \d{4}-\S+Z {2}query Page\n$/);
    const listed = await documents('list', '--json');
    expect(JSON.parse(listed.stdout)).toMatchObject([
      { id: 'sha256:1', name: 'query Page', length: PAGE.length },
    ]);
  });

  it('refuses with code 1, and names the file or the document', async () => {
    const broken = await write('broken.json', JSON.stringify({ page: PAGE, odd: '{ nothing }' }));
    const latin = await write('latin.json', Buffer.from('{"a": "\xe9"}', 'latin1'));
    const missing = join(folder, 'missing.json');
    expect(
      await Promise.all([broken, latin, missing].map((file) => documents('add', file))),
    ).toEqual([
      refused(
        'Nothing was added: of 2 documents 1 is not valid.\nodd (query): Cannot query field "nothing" on type "Query".',
      ),
      refused(`${latin}: not valid UTF-8.`),
      refused(`${missing}: the file does not exist.`),
    ]);
  });
});

describe('gateway service trusted-only', () => {
  it('is turned on and off, is shown in the list of services, and takes no other word', async () => {
    const text = await run('service', 'trusted-only', service, 'on');
    expect(text.stdout).toMatch(/^service-\S+ accepts its \d+ trusted document\(s\) only\.\n$/);
    const { stdout } = await run('service', 'list');
    expect(stdout).toMatch(/ {2}live keys: 1 {2}trusted documents only\n$/);
    const off = await run('service', 'trusted-only', service, 'off', '--json');
    expect(JSON.parse(off.stdout)).toMatchObject({ service, trusted_only: false });
    const odd = await run('service', 'trusted-only', service, 'maybe');
    expect(odd.code).toBe(1);
    expect(odd.stderr).toContain('Allowed choices are on, off.');
  });
});
