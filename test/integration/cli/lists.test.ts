import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { LIST_SOURCES } from '../../../src/domain/lists/list-source.ts';
import { at } from '../../support/clients/graphql.ts';
import { makeSat69bList } from '../../support/data/sat69b-list.ts';
import { useDatabase } from '../../support/database/database.ts';
import { chooseTemporaryFolder } from '../../support/database/temporary-folder.ts';
import { matching } from '../../support/gateway/fetching.ts';
import {
  type CommandResult,
  runCommand,
  runOnTerminal,
} from '../../support/processes/run-command.ts';
import { useWebhookReceiver } from '../../support/processes/webhook-receiver.ts';

const database = useDatabase();
const server = useWebhookReceiver();
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(chooseTemporaryFolder(), 'lists-cli-'));
});
afterAll(async () => await rm(folder, { recursive: true }));
/** Each test begins without any list. */
afterEach(async () => {
  await sql`truncate list_entries, list_fetches, list_identifiers, list_key_counts, list_names,
    list_snapshots cascade`.execute(database.db);
});

const run = async (...args: string[]): Promise<CommandResult> =>
  await runCommand(['lists', ...args], { DATABASE_URL: database.url, ...fetching() });

/** Where lists are fetched in these tests. */
const fetching = (): Record<string, string> => ({
  LISTS_URLS: JSON.stringify({
    sat69b: [server.url('/69b.csv')],
    'sat69-exigibles': [server.url('/69.csv')],
  }),
  LISTS_FETCH_HTTP: 'on',
  LISTS_FETCH_PORTS: '1-65535',
  LISTS_FETCH_ALLOWED_NETWORKS: '127.0.0.0/8',
});

async function keep(content: string | Uint8Array): Promise<string> {
  const path = join(folder, `${randomUUID()}.csv`);
  await writeFile(path, content);
  return path;
}

const row = { rfc: 'AAA010101AA0', name: 'UNO, S.C.', situation: 'Presunto' };

describe('gateway lists', () => {
  it('loads a list, tells what it did, compares its days, checks it and forgets it', async () => {
    const older = await keep(makeSat69bList('2024-01-10', [row]));
    const newer = await keep(makeSat69bList('2024-02-10', [{ ...row, situation: 'Definitivo' }]));
    const tried = await run('import', 'sat69b', older, '--dry-run');
    expect(tried.stdout).toContain('Nothing was changed');
    expect((await run('status')).stdout).toContain('sat69b  not loaded');

    expect((await run('import', 'sat69b', older)).stdout).toContain('entries: added 1,');
    const loaded: unknown = JSON.parse((await run('import', 'sat69b', newer, '--json')).stdout);
    expect(loaded).toMatchObject({
      outcome: 'loaded',
      asOf: '2024-02-10',
      asOfOrigin: 'file',
      changes: { added: 0, changed: 1, removed: 0, unchanged: 0 },
    });
    expect((await run('status')).stdout).toMatch(
      /sat69b {2}2024-02-10 {2}1 rows {2}\d+ days old, stale/,
    );

    const snapshots = (await run('snapshots', 'sat69b', '--warnings')).stdout;
    expect(snapshots).toMatch(
      /^\d+ {2}2024-02-10 .*\n {2}[\w-]+\.csv, line 4: rfc_check_digit\n\d+ {2}2024-01-10 /,
    );

    const between = ['--from', '2024-01-15', '--to', '2024-02-15'];
    expect((await run('diff', 'sat69b', ...between)).stdout).toContain('Presunto → Definitivo: 1');

    await database.db.deleteFrom('list_names').execute();
    const verified = await run('verify');
    expect(verified).toMatchObject({ code: 1 });
    expect(verified.stdout).toContain('sat69b: 1 entries have no name');

    expect((await run('forget', 'sat69b')).stdout).toContain('2 snapshots and 2 versions');
  });

  it("keeps a service's own list under that service", async () => {
    await database.db
      .insertInto('services')
      .values([{ name: 'uno' }, { name: 'dos' }])
      .execute();
    const list = await keep('Quien\nANA UNO\n');
    const imported = await run(
      'import',
      'custom:vetados',
      list,
      '--service',
      'uno',
      '--column',
      'name=Quien',
    );
    expect(imported.stdout).toContain('kept 1');
    expect((await run('status', '--service', 'uno')).stdout).toContain('custom:vetados');
    expect((await run('status')).stdout).not.toContain('custom:vetados');
  });

  it('fetches what is named, tells what came of each, and ends with 1 where one fails', async () => {
    server.answer = (response, { path }) => {
      if (path === '/69.csv') response.writeHead(404).end();
      else response.writeHead(200).end(makeSat69bList('2024-02-10', [row]));
    };
    const fetched = await run('fetch', 'sat69-exigibles', 'sat69b');
    expect(fetched).toMatchObject({ code: 1 });
    expect(fetched.stdout).toMatch(
      /^sat69-exigibles: Nothing was loaded: http:.*\/69\.csv responded with status 404 instead of a file\.\nsat69b of 2024-02-10 /,
    );
    const again = await run('fetch', 'sat69b', '--json');
    expect(again).toMatchObject({ code: 0 });
    expect(JSON.parse(again.stdout)).toMatchObject([{ source: 'sat69b', outcome: 'same' }]);
    const status = (await run('status')).stdout;
    expect(status).toMatch(
      /sat69-exigibles {2}not loaded {2}fetched \S+: Nothing was loaded: .*404/,
    );
    expect(status).toMatch(/sat69b {2}2024-02-10 .* {2}fetched \S+: same/);
    expect((await run('fetch', 'sfp')).stderr).toContain('sfp has no URL');
  });

  it('tells everything as JSON too, to the end that nothing has to be read from sentences', async () => {
    const listed = async (...args: string[]): Promise<unknown[]> => {
      const { stdout } = await run(...args, '--json');
      return stdout
        .trimEnd()
        .split('\n')
        .map((line): unknown => JSON.parse(line));
    };
    const days = ['--from', '2024-01-10', '--to', '2024-02-10'];
    expect(await listed('forget', 'sat69b-bis')).toEqual([{ snapshots: 0, entries: 0 }]);
    const older = await keep(makeSat69bList('2024-01-10', [row], '69-B Bis'));
    const again = { ...row, presumed: '01/06/2023' };
    const newer = await keep(
      makeSat69bList('2024-02-10', [{ ...row, situation: 'Definitivo' }, again], '69-B Bis'),
    );
    for (const file of [older, newer]) await run('import', 'sat69b-bis', file);

    const [status] = await listed('status');
    const sources = Object.keys(LIST_SOURCES);
    expect(at(status, sources.indexOf('sat69b-bis'))).toMatchObject({
      source: 'sat69b-bis',
      title: 'Artículo 69-B Bis, listado completo',
      newest: { asOf: '2024-02-10', asOfOrigin: 'file', rowsKept: 2 },
      isStale: true,
      fetch: null,
    });
    expect(status).toHaveLength(sources.length);
    const unloaded = { source: 'un-sc', newest: null, ageDays: null, isStale: false };
    expect(at(status, sources.indexOf('un-sc'))).toMatchObject(unloaded);
    const warning = { line: 4, code: 'rfc_check_digit' };
    expect(await listed('snapshots', 'sat69b-bis', '--warnings')).toMatchObject([
      { asOf: '2024-02-10', rowsRead: 2, warnings: [warning, { ...warning, line: 5 }] },
      { asOf: '2024-01-10', rowsRead: 1, tallies: { Presunto: 1 }, warnings: [warning] },
    ]);
    // One more procedure of who was listed already: an entry, but no RFC.
    expect(await listed('diff', 'sat69b-bis', ...days)).toEqual([
      {
        added: 1,
        removed: 0,
        changed: 1,
        unchanged: 0,
        rfcs: { added: 0, removed: 0 },
        statuses: [{ from: 'Presunto', to: 'Definitivo', count: 1 }],
      },
    ]);
    expect(await listed('verify')).toEqual([[]]);
    await database.db.deleteFrom('list_names').execute();
    const verified = await run('verify', '--json');
    expect(verified.code).toBe(1);
    const fault = { source: 'sat69b-bis', fault: '2 entries have no name' };
    expect(JSON.parse(verified.stdout)).toContainEqual(fault);
    expect(await listed('forget', 'sat69b-bis')).toEqual([{ snapshots: 2, entries: 3 }]);
  });

  it('shows that a day is unknown, and gives it one with its history', async () => {
    const list = await keep('RFC,RAZON SOCIAL,SUPUESTO\nAAA010101AA0,UNO,EXIGIBLES\n');
    const imported = await run('import', 'sat69-exigibles', list);
    expect(imported.stdout).toContain(
      'sat69-exigibles (date unknown: set it with --as-of or gateway',
    );
    expect((await run('status')).stdout).toMatch(
      /sat69-exigibles {2}day unknown, loaded \d{4}-\d\d-\d\d, stale {2}1 rows {2}never seen at its source/,
    );
    const again = await run('import', 'sat69-exigibles', list, '--as-of', '2024-06-01');
    const [, command = ''] =
      /gateway lists (redate \d+ --as-of 2024-06-01)/.exec(again.stderr) ?? [];
    expect([again.code, command]).toEqual([1, matching(/^redate/)]);
    expect((await run(...command.split(' '))).stdout).toMatch(
      /^sat69-exigibles: snapshot \d+ has the date 2024-06-01; before: day unknown\.\n/,
    );
    expect((await run('snapshots', 'sat69-exigibles')).stdout).toMatch(
      /^\d+ {2}2024-06-01 .*\n {2}redated from day unknown to 2024-06-01 \S+ by \S+\n$/,
    );
    expect((await run('status')).stdout).toMatch(
      /sat69-exigibles {2}2024-06-01 .* days old, stale/,
    );
  });

  it('shows how far it is on a terminal, and to nobody else', async ({ skip }) => {
    const rows = Array.from({ length: 1200 }, (_, place) => ({
      ...row,
      rfc: `AAA${String(place).padStart(4, '0')}01AA0`.slice(0, 12),
      presumed: '01/06/2023',
    }));
    const list = await keep(makeSat69bList('2024-02-10', rows));
    const args = ['import', 'sat69b', list, '--dry-run'];
    expect(await run(...args)).toMatchObject({ code: 0, stderr: '' });
    const shown = await runOnTerminal(['lists', ...args], { DATABASE_URL: database.url });
    if (shown === undefined) skip('The system has no script that makes a terminal.');
    expect(shown).toMatch(/Reading \[.*\] \d+% \| (?:500|1000) entries/);
    expect(shown).toContain('Nothing was changed');
  });

  it('compares no days of a list that was never loaded: what is not known is no difference of none', async () => {
    expect(await run('diff', 'pep-cia', '--from', '2024-01-15', '--to', '2024-02-15')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'error: List pep-cia has never been loaded.\n',
    });
  });

  it('says which columns there are, and which day is none', async () => {
    const [column, day] = await Promise.all([
      run('import', 'custom:uno', 'x', '--column', 'nombre=x'),
      run('import', 'sat69b', 'x', '--as-of', '2024-02-30'),
    ]);
    expect(column.stderr).toMatch(/one of name,/);
    expect(day.stderr).toMatch(/YYYY-MM-DD/);
  });
});
