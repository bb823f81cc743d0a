import { hash, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lockList } from '../../../src/db/queries/lists/snapshots.ts';
import { openList } from '../../../src/lists/load/list-files.ts';
import { type LoadedList, type LoadRequest, loadList } from '../../../src/lists/load/load-list.ts';
import { READERS } from '../../../src/lists/readers.ts';
import { createRandom } from '../../support/data/random.ts';
import { readWhole } from '../../support/data/read-list.ts';
import { makeSat69bList, type TaxpayerRow } from '../../support/data/sat69b-list.ts';
import { useDatabase } from '../../support/database/database.ts';
import { chooseTemporaryFolder } from '../../support/database/temporary-folder.ts';
import { createTestPool } from '../../support/database/test-pool.ts';

const database = useDatabase();
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(chooseTemporaryFolder(), 'lists-'));
});
afterAll(async () => await rm(folder, { recursive: true }));

const SITUATIONS = ['Presunto', 'Definitivo', 'Desvirtuado', 'Sentencia Favorable'] as const;

type Options = Partial<LoadRequest> & { source: string };

async function load(bytes: Buffer, options: Options): Promise<LoadedList> {
  const path = join(folder, `${randomUUID()}.csv`);
  await writeFile(path, bytes);
  return await loadList({
    pool: database.pool,
    serviceId: 0,
    files: [path],
    read: READERS.sat69b,
    createKeys: (name) => name.split(' '),
    today: '2024-08-01',
    loadedBy: 'test',
    ...options,
  });
}

/** Keys and statuses that hold on a day. */
async function holdingOn(source: string, day: string): Promise<Record<string, string>> {
  const found = await sql<{ key: string; status: string }>`
    select entry_key as key, status from list_entries
    where source = ${source} and valid_from <= ${day}::date and (valid_to is null or valid_to > ${day}::date)`.execute(
    database.db,
  );
  return Object.fromEntries(found.rows.map(({ key, status }) => [key, status]));
}

function expected(rows: readonly TaxpayerRow[]): Record<string, string> {
  return Object.fromEntries(rows.map(({ rfc, situation }) => [rfc, situation]));
}

/** Each version has its names and identifiers. */
async function countBare(): Promise<number> {
  const found = await sql<{ bare: number }>`
    select count(*)::integer as bare from list_entries entry
    where not exists (select from list_names where service_id = entry.service_id and entry_id = entry.id)
      or not exists (select from list_identifiers where service_id = entry.service_id and entry_id = entry.id)`.execute(
    database.db,
  );
  return found.rows[0]?.bare ?? -1;
}

async function storedRows(source: string): Promise<unknown> {
  const found = await sql`
    select (select jsonb_agg(entry order by id) from list_entries entry where source = ${source}) as entries,
      (select jsonb_agg(snapshot order by id) from list_snapshots snapshot where source = ${source}) as snapshots`.execute(
    database.db,
  );
  return found.rows;
}

describe('the history of a list', () => {
  it.each([1, 2, 3, 4, 5, 6])(
    'is that of its snapshots, in whatever order they are loaded (seed %i)',
    async (seed) => {
      const random = createRandom(seed);
      const source = `history-${seed}`;
      const days = [
        '2024-01-10',
        '2024-02-10',
        '2024-03-10',
        '2024-04-10',
        '2024-05-10',
        '2024-06-10',
      ];
      const snapshots = days.map((day) => {
        const rows = Array.from({ length: 12 }, (_, index) => ({
          rfc: `AAA0101${String(index + 10)}AA0`,
          name: `EMPRESA ${index}, S.A. DE C.V.`,
          situation: random.pick(SITUATIONS),
        })).filter(() => random.below(4) > 0);
        return { day, rows };
      });
      const shuffled = snapshots
        .map((one) => ({ one, at: random.below(1e6) }))
        .toSorted((a, b) => a.at - b.at);
      for (const { one } of shuffled) {
        await load(makeSat69bList(one.day, one.rows), { source, allowOlder: true });
      }
      for (const { day, rows } of snapshots) {
        expect(await holdingOn(source, day)).toEqual(expected(rows));
        expect(await holdingOn(source, day.replace('-10', '-25'))).toEqual(expected(rows));
      }
      expect(await holdingOn(source, '2023-12-31')).toEqual({});
      expect(await countBare()).toBe(0);
    },
  );

  it('lets another file of the same day replace the one before, and back again', async () => {
    const source = 'same-day';
    const row = { rfc: 'AAA010101AA0', name: 'UNO, S.C.', situation: 'Presunto' };
    const other = { ...row, situation: 'Definitivo' };
    const day = '2024-05-17';
    await load(makeSat69bList(day, [row]), { source });
    await load(makeSat69bList(day, [other]), { source });
    expect(await holdingOn(source, day)).toEqual({ AAA010101AA0: 'Definitivo' });
    const again = await load(makeSat69bList(day, [{ ...row, presumed: '02/06/2018' }, other]), {
      source,
    });
    expect(again).toMatchObject({ outcome: 'loaded' });
    expect(await countBare()).toBe(0);
  });

  it('has a version hold again that another file of the same day had replaced, with the names that it has', async () => {
    const source = 'same-day-again';
    const row = { rfc: 'AAA010101AA0', name: 'UNO, S.C.', situation: 'Presunto' };
    const added = { rfc: 'BBB010101BB0', name: 'DOS, S.C.', situation: 'Presunto' };
    const day = '2024-05-17';
    await load(makeSat69bList(day, [row]), { source });
    await load(makeSat69bList(day, [{ ...row, situation: 'Definitivo' }]), { source });
    const again = await load(makeSat69bList(day, [row, added]), { source });
    expect(again.changes).toEqual({ added: 1, changed: 1, removed: 0, unchanged: 0 });
    expect(await holdingOn(source, day)).toEqual(expected([row, added]));
    const versions = await sql`select status, n.name from list_entries e
      join list_names n on n.service_id = e.service_id and n.entry_id = e.id
      where e.source = ${source} order by e.id`.execute(database.db);
    expect(versions.rows).toEqual([
      { status: 'Presunto', name: row.name },
      { status: 'Definitivo', name: row.name },
      { status: 'Presunto', name: added.name },
    ]);
  });
});

describe('the files of a list', () => {
  it('are read once for their digest and encoding, and once for their rows', async () => {
    const list = makeSat69bList('2024-01-10', [
      { rfc: 'AAA010101AA0', name: 'AÑO, S.C.', situation: 'Presunto' },
    ]);
    const path = join(folder, 'read-twice.csv');
    await writeFile(path, list);
    let bytes = 0;
    const { files } = await openList([path], (read) => {
      bytes += read;
    });
    const { entries } = await readWhole(READERS.sat69b, files);
    expect([entries.length, bytes]).toEqual([1, 2 * list.length]);
    expect(files).toMatchObject([{ encoding: 'windows-1252' }]);
  });
});

async function digest(...paths: string[]): Promise<string> {
  return (await openList(paths, () => undefined)).sha256.toString('hex');
}

describe('the SHA-256 of a list', () => {
  it('is that of its file, and of several that of theirs, whichever is named first', async () => {
    const paths = ['one', 'two', 'three'].map((name) => join(folder, `${name}.csv`));
    for (const path of paths) await writeFile(path, path);
    const [one = '', two = '', three = ''] = paths;
    expect(await digest(one)).toBe(hash('sha256', one));
    const all = await digest(one, two, three);
    const sorted = paths.map((path) => hash('sha256', path)).toSorted();
    expect(all).toBe(hash('sha256', Buffer.from(sorted.join(''), 'hex')));
    expect(await digest(three, one, two)).toBe(all);
    expect(await digest(one, two)).not.toBe(all);
    expect(await digest(one, one)).not.toBe(await digest(one));
  });
});

describe('loading a list', () => {
  const row = { rfc: 'AAA010101AA0', name: 'UNO, S.C.', situation: 'Presunto' };
  const first = makeSat69bList('2024-02-01', [row]);

  it('of the same bytes again changes nothing but when it was last seen to be current', async () => {
    const source = 'same-bytes';
    expect(await load(first, { source })).toMatchObject({
      outcome: 'loaded',
      asOf: '2024-02-01',
      asOfOrigin: 'file',
      rows: { read: 1, kept: 1, suppressed: 0 },
      changes: { added: 1, changed: 0, removed: 0, unchanged: 0 },
    });
    const before = JSON.stringify(await storedRows(source)).replace(
      /"confirmed_at": ?"[^"]*"/g,
      '',
    );
    expect(await load(first, { source })).toMatchObject({
      outcome: 'same',
      changes: { added: 0, changed: 0, removed: 0, unchanged: 0 },
    });
    const after = JSON.stringify(await storedRows(source)).replace(/"confirmed_at": ?"[^"]*"/g, '');
    expect(after).toBe(before);
  });

  it('that is older than the loaded one is refused, unless it is to go into the history', async () => {
    const source = 'older';
    const older = makeSat69bList('2024-01-01', [{ ...row, situation: 'Definitivo' }]);
    await load(first, { source });
    const before = await storedRows(source);
    await expect(load(older, { source })).rejects.toThrow(/2024-01-01.*2024-02-01.*--allow-older/);
    expect(await storedRows(source)).toEqual(before);
    await load(older, { source, allowOlder: true });
    expect(await holdingOn(source, '2024-01-15')).toEqual({ AAA010101AA0: 'Definitivo' });
    expect(await holdingOn(source, '2024-03-01')).toEqual({ AAA010101AA0: 'Presunto' });
  });

  it('that fails, or is only tried, leaves the one before as it was', async () => {
    const source = 'failing';
    await load(first, { source });
    const before = await storedRows(source);
    const broken = makeSat69bList('2024-03-01', [row, { ...row, situation: 'Otra' }]);
    await expect(load(broken, { source })).rejects.toThrow(/line 5: its situation/);
    await expect(load(makeSat69bList('2024-03-01', []), { source })).rejects.toThrow(/no entry/);
    const tried = await load(makeSat69bList('2024-03-01', [{ ...row, situation: 'Definitivo' }]), {
      source,
      mode: 'try',
    });
    expect(tried.changes).toEqual({ added: 0, changed: 1, removed: 0, unchanged: 0 });
    expect(await storedRows(source)).toEqual(before);
  });

  it('says the day itself, or the operator does, and never two days', async () => {
    await expect(load(first, { source: 'days', asOf: '2024-02-02' })).rejects.toThrow(
      /states the day 2024-02-01/,
    );
    expect(await load(first, { source: 'days', asOf: '2024-02-01' })).toMatchObject({
      asOfOrigin: 'file',
    });
  });

  it('runs once at a time for a list, and both loads hold', async () => {
    const source = 'at-once';
    const other = makeSat69bList('2024-03-01', [{ ...row, situation: 'Definitivo' }]);
    await Promise.all([
      load(first, { source, allowOlder: true }),
      load(other, { source, allowOlder: true }),
    ]);
    expect(await holdingOn(source, '2024-02-15')).toEqual({ AAA010101AA0: 'Presunto' });
    expect(await holdingOn(source, '2024-03-15')).toEqual({ AAA010101AA0: 'Definitivo' });
  });

  it('tells whoever waits too long for another loading of it, and changes nothing', async () => {
    const source = 'in-the-way';
    const waiting = createTestPool(database.url, { lockTimeoutMs: 50 });
    await database.db.transaction().execute(async (db) => {
      await lockList(db, { serviceId: 0, source });
      await expect(load(first, { source, pool: waiting })).rejects.toThrow(
        /^Nothing was changed: another process is loading or deleting in-the-way\./,
      );
    });
    expect(await load(first, { source, pool: waiting })).toMatchObject({ outcome: 'loaded' });
    await waiting.end();
  });

  it('never shows a service the lists of another', async () => {
    const source = 'custom:mine';
    await load(first, { source, serviceId: 1 });
    await load(makeSat69bList('2024-02-01', [{ ...row, situation: 'Definitivo' }]), {
      source,
      serviceId: 2,
    });
    const found = await sql<{ owner: number; status: string }>`
      select service_id as owner, status from list_entries where source = ${source} and valid_to is null order by 1`.execute(
      database.db,
    );
    expect(found.rows).toEqual([
      { owner: 1, status: 'Presunto' },
      { owner: 2, status: 'Definitivo' },
    ]);
  });
});
