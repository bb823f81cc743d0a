import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Db } from '../../../src/db/client.ts';
import { openListStaging } from '../../../src/db/queries/lists/staging.ts';
import { KEY_SEPARATOR } from '../../../src/domain/screening/search/name-index.ts';
import { listKeys } from '../../../src/lists/load/list-keys.ts';
import type { KeyMaker } from '../../../src/lists/load/make-keys.ts';
import { storeNames } from '../../../src/lists/load/store-names.ts';
import { deleteLists, loadSatList } from '../../support/data/sat-lists.ts';
import { makeSat69bList, type TaxpayerRow } from '../../support/data/sat69b-list.ts';
import { useDatabase } from '../../support/database/database.ts';
import { rehearse } from '../../support/gateway/rehearse.ts';

const database = useDatabase();
type Options = { source: string; keysOf?: (name: string) => string[] };

async function load(list: Buffer, options: Options): Promise<void> {
  await loadSatList(database.url, { code: 'sat69b', list }, options);
}

const WORDS = ['ACEROS', 'BODEGAS', 'CONSTRUCTORA', 'DISTRIBUIDORA', 'EXPORTADORA', 'FERRETERA'];

function rowsOf(count: number): TaxpayerRow[] {
  return Array.from({ length: count }, (_, n) => {
    const words = [WORDS[n % 6], WORDS[Math.floor(n / 6) % 6], `Z${n.toString(36)}`];
    const rfc = `AAA${String(n).padStart(6, '0')}AA0`;
    return { rfc, name: `${words.join(' ')}, S.A. DE C.V.`, situation: 'Presunto' };
  });
}

type Stored = { name: string; keys: string[] };

async function storedNames(source: string): Promise<Stored[]> {
  const { rows } = await sql<Stored>`
    select n.name, n.keys from list_entries e
    join list_names n on n.service_id = e.service_id and n.entry_id = e.id
    where e.source = ${source} and e.valid_to is null order by n.name`.execute(database.db);
  return rows;
}

async function storedCounts(source: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ key: string; names: number }>`
    select key, names from list_key_counts where source = ${source}`.execute(database.db);
  return Object.fromEntries(rows.map(({ key, names }) => [key, names]));
}

/** How many rows PostgreSQL takes the tables to have. */
async function plannedRows(): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; rows: number }>`
    select relname as name, reltuples::integer as rows from pg_class
    where relname in ('list_entries', 'list_names', 'list_identifiers') and relkind = 'r'`.execute(
    database.db,
  );
  return Object.fromEntries(rows.map((one) => [one.name, one.rows]));
}

function countKeys(names: readonly Stored[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const key of names.flatMap((one) => one.keys)) counts.set(key, (counts.get(key) ?? 0) + 1);
  return Object.fromEntries([...counts].filter(([, count]) => count >= 100));
}

describe('the keys of names', () => {
  beforeEach(async () => {
    await deleteLists(database.db);
  });

  it('are those of each name, also where a thread makes them, and are counted', async () => {
    const source = 'of-threads';
    const rows = rowsOf(12_500);
    await load(makeSat69bList('2024-01-10', rows), { source });
    const names = await storedNames(source);
    expect(names.map((one) => one.name)).toEqual(rows.map((row) => row.name).toSorted());
    for (const { name, keys } of names)
      expect({ name, keys }).toEqual({ name, keys: listKeys(name, 'legal') });
    const counts = await storedCounts(source);
    expect(Object.keys(counts).length).toBeGreaterThan(5);
    expect(counts).toEqual(countKeys(names));
    expect(await plannedRows()).toEqual({
      list_entries: 12_500,
      list_identifiers: 12_500,
      list_names: 12_500,
    });
  });

  it('find their entries by what the table holds, also where it was counted while it was empty', async () => {
    const source = 'of-emptied';
    await sql`delete from list_entries`.execute(database.db);
    await sql`vacuum list_entries`.execute(database.db);
    await sql`create table told (rows real)`.execute(database.db);
    await sql`create function tell() returns trigger language plpgsql as $$ begin
      insert into told select reltuples from pg_class where oid = 'list_entries'::regclass;
      return null; end $$`.execute(database.db);
    for (const table of ['list_names', 'list_identifiers'])
      await sql`create trigger tell before insert on ${sql.table(table)} execute function tell()`.execute(
        database.db,
      );
    await load(makeSat69bList('2024-01-10', rowsOf(1_000)), { source, keysOf: () => ['K'] });
    for (const table of ['list_names', 'list_identifiers'])
      await sql`drop trigger tell on ${sql.table(table)}`.execute(database.db);
    const { rows } = await sql`select distinct rows from told`.execute(database.db);
    expect(rows).toEqual([{ rows: 1_000 }]);
  });

  it('are stored while somebody vacuums the tables', async () => {
    const source = 'of-vacuumed';
    await database.db.transaction().execute(async (tx) => {
      await sql`lock table list_names in share update exclusive mode`.execute(tx);
      await load(makeSat69bList('2024-01-10', rowsOf(10_000)), { source, keysOf: () => ['K'] });
    });
    expect(await storedCounts(source)).toEqual({ K: 10_000 });
  });

  it('are made of what is new alone, and counted of all that holds', async () => {
    const source = 'of-changes';
    const made: string[] = [];
    const keysOf = (name: string): string[] => {
      made.push(name);
      return name.split(/\W+/);
    };
    const rows = rowsOf(2_500);
    await load(makeSat69bList('2024-01-10', rows), { source, keysOf });
    expect(made).toHaveLength(2_500);
    expect(await storedCounts(source)).toEqual(countKeys(await storedNames(source)));
    const changed = rows
      .slice(100)
      .map((row, n) => (n < 3 ? { ...row, name: `NUEVA ${n}, S.C.` } : row));
    const next = makeSat69bList('2024-02-10', changed);
    made.length = 0;
    await load(next, { source, keysOf });
    expect(made.toSorted()).toEqual(['NUEVA 0, S.C.', 'NUEVA 1, S.C.', 'NUEVA 2, S.C.']);
    expect(await storedNames(source)).toHaveLength(2_400);
    expect(await storedCounts(source)).toEqual(countKeys(await storedNames(source)));
    made.length = 0;
    await load(next, { source, keysOf });
    expect(made).toEqual([]);
  });
});

const COUNT = 95;

/** New entries with a name each, as they are before their names are stored. */
async function stage(db: Db): Promise<void> {
  await openListStaging(db);
  const numbers = sql`generate_series(1, ${sql.lit(COUNT)}) n`;
  for (const statement of [
    sql`insert into staged_entries
      select n, 'k' || n, '\\x00', '\\x00', 'legal', 'N' || n, null, '{}', '{}', '{}', '{}' from ${numbers}`,
    sql`insert into staged_names select n, 0, 'N' || n, 'primary' from ${numbers}`,
    sql`insert into staged_new select n, 1000000 + n from ${numbers}`,
    sql`insert into list_entries (service_id, id, source, entry_key, content_hash, matter_hash, party_type, name, programs,
        birth_dates, countries, details, valid_from)
      overriding system value
      select 0, 1000000 + n, 'staged', 'k' || n, '\\x00', '\\x00', 'legal', 'N' || n, '{}', '{}', '{}', '{}', '2024-01-01'
      from ${numbers}`,
  ])
    await statement.execute(db);
}

async function storedIn(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from list_names
    where entry_id > 1000000 and keys = array[name, 'K'] order by entry_id`.execute(db);
  return rows.map((row) => row.name);
}

describe('a storer of names', () => {
  const names = Array.from({ length: COUNT }, (_, n) => `N${n + 1}`);

  it.each([
    [10, 3],
    [10, 100],
    [95, 1],
    [19, 5],
    [1, 1],
  ])('stores all of them, %i at a time and %i pages ahead', async (page, pagesAhead) => {
    let ahead = 0;
    const keys: KeyMaker = {
      make: async (asked) => {
        ahead += 1;
        return await Promise.resolve(asked.map(({ name }) => `${name}${KEY_SEPARATOR}K`));
      },
      close: async () => await Promise.resolve(),
    };
    await rehearse(database.db, async (tx) => {
      await stage(tx);
      const storer = storeNames(keys, { page, prefetchedPages: pagesAhead });
      await storer.begin(tx);
      expect(ahead).toBeLessThanOrEqual(pagesAhead);
      await storer.store(tx, 0);
      expect(await storedIn(tx)).toEqual(names);
    });
  });

  it.each([
    ['The thread ended.', async () => await Promise.reject(new Error('The thread ended.'))],
    ['A name came back without its keys.', async () => await Promise.resolve([])],
  ])('fails where the keys of some are not made: %s', async (fault, answer) => {
    const keys: KeyMaker = {
      make: async (asked) =>
        asked[0]?.name === 'N41'
          ? await answer()
          : await Promise.resolve(asked.map(({ name }) => name)),
      close: async () => await Promise.resolve(),
    };
    await rehearse(database.db, async (tx) => {
      await stage(tx);
      const storer = storeNames(keys, { page: 10, prefetchedPages: 100 });
      await storer.begin(tx);
      await expect(storer.store(tx, 0)).rejects.toThrow(fault);
    });
  });
});
