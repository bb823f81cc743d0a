import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LoadedList, type LoadRequest, loadList } from '../../../src/lists/load/load-list.ts';
import { READERS } from '../../../src/lists/readers.ts';
import { verifyLists } from '../../../src/lists/verify-lists.ts';
import { makeSat69List } from '../../support/data/sat-lists.ts';
import { makeSat69bList } from '../../support/data/sat69b-list.ts';
import { useDatabase } from '../../support/database/database.ts';
import { chooseTemporaryFolder } from '../../support/database/temporary-folder.ts';
import { matching } from '../../support/gateway/fetching.ts';

const database = useDatabase();
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(chooseTemporaryFolder(), 'lists-again-'));
});
afterAll(async () => await rm(folder, { recursive: true }));

type Options = Partial<LoadRequest> & { source: string };

async function load(bytes: Buffer, options: Options): Promise<LoadedList> {
  const path = join(folder, `${randomUUID()}.csv`);
  await writeFile(path, bytes);
  return await loadList({
    pool: database.pool,
    serviceId: 0,
    files: [path],
    read: READERS.sat69b,
    today: '2024-08-01',
    loadedBy: 'test',
    ...options,
  });
}

/** Who stands in a list on a day, in order. */
async function namesOn(source: string, day: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from list_entries where source = ${source}
      and valid_from <= ${day}::date and (valid_to is null or valid_to > ${day}::date)
    order by name`.execute(database.db);
  return rows.map(({ name }) => name);
}

describe('bytes that another file has replaced', () => {
  const row = { rfc: 'AAA010101AA0', name: 'UNO, S.C.', situation: 'Presunto' };
  const gone = { rfc: 'BBB010101BB0', name: 'DOS, S.C.', situation: 'Presunto' };
  const listOf = (name: string): Buffer => makeSat69List([[row.rfc, name]]);

  it('hold again where they are loaded again for the same day, and are then the same', async () => {
    const source = 'spoilt-and-back';
    const sound = makeSat69bList('2024-05-17', [row, gone]);
    await load(sound, { source });
    await load(makeSat69bList('2024-05-17', [row]), { source });
    const again = await load(sound, { source });
    expect(again).toMatchObject({ outcome: 'loaded', changes: { added: 1, unchanged: 1 } });
    expect(await namesOn(source, '2024-05-17')).toEqual([gone.name, row.name]);
    expect(await load(sound, { source })).toMatchObject({ outcome: 'same' });
  });

  it('hold from the day on which they come again, where the list says none', async () => {
    const source = 'undated';
    const read = READERS['sat69-exigibles'];
    const one = listOf('UNO');
    const two = listOf('DOS');
    const loadOn = async (list: Buffer, today: string, rest: Partial<LoadRequest> = {}) =>
      await load(list, { source, read, today, ...rest });
    await loadOn(one, '2024-06-01');
    await loadOn(two, '2024-06-02');
    const unknown = { asOf: null, asOfOrigin: 'loaded', countsFrom: '2024-06-03' };
    expect(await loadOn(one, '2024-06-03')).toMatchObject({ outcome: 'loaded', ...unknown });
    expect(await loadOn(one, '2024-06-04')).toMatchObject({ outcome: 'same', ...unknown });
    const days = ['2024-06-01', '2024-06-02', '2024-06-03', '2024-06-04'];
    expect(await Promise.all(days.map(async (day) => await namesOn(source, day)))).toEqual([
      ['UNO'],
      ['DOS'],
      ['UNO'],
      ['UNO'],
    ]);
  });

  it('are refused with another day, by the command that gives them one', async () => {
    const source = 'another-day';
    const read = READERS['sat69-exigibles'];
    const one = listOf('UNO');
    await load(one, { source, read });
    const refusal =
      /loaded already, as another-day without a day of its own\. .*gateway lists redate \d+ --as-of 2024-06-02$/;
    await expect(load(one, { source, read, asOf: '2024-06-02' })).rejects.toThrow(refusal);
    await load(listOf('DOS'), { source, read, asOf: '2024-07-01' });
    const two = { source, read, asOf: '2024-07-02' };
    await expect(load(listOf('DOS'), two)).rejects.toThrow(
      /as another-day of 2024-07-01\. .*redate/,
    );
  });

  it('with a day, after a list of an unknown day, are never older: they hold from the day on which they come', async () => {
    const source = 'after-unknown';
    const read = READERS['sat69-exigibles'];
    await load(listOf('UNO'), { source, read, today: '2024-06-01' });
    const dated = { source, read, today: '2024-06-03', asOf: '2024-05-15' };
    expect(await load(listOf('DOS'), dated)).toMatchObject({
      outcome: 'loaded',
      asOf: '2024-05-15',
      countsFrom: '2024-06-03',
    });
    expect(await namesOn(source, '2024-06-02')).toEqual(['UNO']);
    expect(await namesOn(source, '2024-06-03')).toEqual(['DOS']);
    // By the days that were stated, this one is older.
    await expect(load(listOf('TRES'), { ...dated, asOf: '2024-05-14' })).rejects.toThrow(
      /of 2024-05-14, and that of 2024-05-15 is loaded\. --allow-older/,
    );
    const next = { source, read, today: '2024-06-04', asOf: '2024-05-20' };
    expect(await load(listOf('TRES'), next)).toMatchObject({ countsFrom: '2024-06-04' });
    const dayKnown = { source, read, today: '2024-07-01', asOf: '2024-06-30' };
    expect(await load(listOf('CUATRO'), dayKnown)).toMatchObject({ countsFrom: '2024-06-30' });
  });

  it('of a day in the future are refused where an operator says it, and of an unknown day where the file does', async () => {
    const read = READERS['sat69-exigibles'];
    const asked = { source: 'future', read, asOf: '2024-08-02' };
    await expect(load(listOf('UNO'), asked)).rejects.toThrow(/in the future/);
    const list = makeSat69bList('2025-01-01', [row]);
    expect(await load(list, { source: 'future-file' })).toMatchObject({
      asOf: null,
      countsFrom: '2024-08-01',
      warnings: 2,
    });
  });

  it('of an older day are refused, unless they are to go into the history', async () => {
    const source = 'older-again';
    const older = makeSat69bList('2024-01-10', [row]);
    await load(older, { source });
    await load(makeSat69bList('2024-01-10', [gone]), { source });
    await load(makeSat69bList('2024-02-10', [gone]), { source });
    await expect(load(older, { source })).rejects.toThrow(/--allow-older/);
    expect(await load(older, { source, allowOlder: true })).toMatchObject({ outcome: 'loaded' });
    expect(await namesOn(source, '2024-01-15')).toEqual([row.name]);
    expect(await namesOn(source, '2024-02-15')).toEqual([gone.name]);
  });

  it('are loaded again where older rules have read them, for the day of which they were', async () => {
    const source = 'older-rules';
    const list = listOf('UNO');
    const options = { source, read: READERS['sat69-exigibles'] };
    await load(list, { ...options, asOf: '2024-06-01' });
    await sql`update list_snapshots set rules = 0 where source = ${source}`.execute(database.db);
    const about = async () =>
      (await verifyLists(database.db, {})).filter((one) => one.source === source);
    expect(await about()).toEqual([{ source, fault: matching(/load it again/) }]);
    expect(await load(list, options)).toMatchObject({
      outcome: 'loaded',
      asOf: '2024-06-01',
      asOfOrigin: 'operator',
      changes: { added: 0, changed: 0, removed: 0, unchanged: 1 },
    });
    expect(await about()).toEqual([]);
  });
});
