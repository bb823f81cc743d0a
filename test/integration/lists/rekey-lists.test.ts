import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findListVersion } from '../../../src/db/queries/list-search/indexed-names.ts';
import { listBlockingKeys } from '../../../src/domain/screening/names/blocking-keys.ts';
import { LIST_KEY_RULES } from '../../../src/lists/load/list-keys.ts';
import { loadList } from '../../../src/lists/load/load-list.ts';
import { rekeyLists } from '../../../src/lists/load/rekey-lists.ts';
import { READERS } from '../../../src/lists/readers.ts';
import { makeSat69bList } from '../../support/data/sat69b-list.ts';
import { useDatabase } from '../../support/database/database.ts';
import { chooseTemporaryFolder } from '../../support/database/temporary-folder.ts';

const database = useDatabase();
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(chooseTemporaryFolder(), 'rekey-'));
});
afterAll(async () => await rm(folder, { recursive: true }));

const NAMES = ['MUEBLES ORTOGAL, S.A.', 'VELTRA DEL SUR, S.C.'];
const ROWS = NAMES.map((name, at) => ({
  rfc: `AAA01010${at}AA0`,
  name,
  situation: 'Presunto',
}));

async function load(source: string, day: string, rows = ROWS): Promise<void> {
  const path = join(folder, `${source}-${day}.csv`);
  await writeFile(path, makeSat69bList(day, rows));
  await loadList({
    pool: database.pool,
    serviceId: 0,
    source,
    files: [path],
    read: READERS.sat69b,
    today: '2024-08-01',
    loadedBy: 'test',
  });
}

/** Makes of a list what an older release has loaded. */
async function outdate(source: string): Promise<void> {
  await sql`update list_snapshots set key_rules = 0 where source = ${source}`.execute(database.db);
  await sql`
    update list_names n set keys = '{old}' from list_entries e
    where e.service_id = n.service_id and e.id = n.entry_id and e.source = ${source}`.execute(
    database.db,
  );
}

async function storedKeys(source: string): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ name: string; keys: string[] }>`
    select n.name, n.keys from list_names n
    join list_entries e on e.service_id = n.service_id and e.id = n.entry_id
    where e.source = ${source}`.execute(database.db);
  return new Map(rows.map(({ name, keys }) => [name, keys]));
}

function expectKeys(stored: ReadonlyMap<string, string[]>): void {
  expect([...stored.keys()].toSorted()).toEqual(NAMES.toSorted());
  for (const [name, keys] of stored) expect(keys).toEqual(listBlockingKeys(name, 'legal').keys);
}

it('a list of an older release gets the keys of this one, once, and its index is another', async () => {
  await load('rekeyed', '2024-05-17');
  await load('up-to-date', '2024-05-17');
  await outdate('rekeyed');
  const list = { serviceId: 0, source: 'rekeyed' };
  const before = await findListVersion(database.db, list);
  const first = await rekeyLists(database.db);
  expect(first.map(({ source }) => source)).toEqual(['rekeyed']);
  expectKeys(await storedKeys('rekeyed'));
  expect(await findListVersion(database.db, list)).not.toBe(before);
  expect(await rekeyLists(database.db)).toEqual([]);
});

it('a list that is loaded again gets them for the entries too that have not changed', async () => {
  await load('reloaded', '2024-05-17');
  await outdate('reloaded');
  await load('reloaded', '2024-06-17', [
    ...ROWS,
    { rfc: 'BBB010101BB0', name: 'OTRA, S.C.', situation: 'Presunto' },
  ]);
  const stored = await storedKeys('reloaded');
  expect(stored.delete('OTRA, S.C.')).toBe(true);
  expectKeys(stored);
  const { rows } = await sql<{ rules: number }>`
    select distinct key_rules as rules from list_snapshots where source = 'reloaded'`.execute(
    database.db,
  );
  expect(rows).toEqual([{ rules: LIST_KEY_RULES }]);
});
