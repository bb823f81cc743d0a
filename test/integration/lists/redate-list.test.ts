import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forgetList } from '../../../src/db/queries/lists/forget.ts';
import { listRedates } from '../../../src/db/queries/lists/redate.ts';
import { type LoadedList, loadList } from '../../../src/lists/load/load-list.ts';
import { redateList } from '../../../src/lists/load/redate-list.ts';
import { READERS } from '../../../src/lists/readers.ts';
import { createRandom } from '../../support/data/random.ts';
import { makeSat69List } from '../../support/data/sat-lists.ts';
import { makeSat69bList } from '../../support/data/sat69b-list.ts';
import { useDatabase } from '../../support/database/database.ts';
import { chooseTemporaryFolder } from '../../support/database/temporary-folder.ts';

const database = useDatabase();
const TODAY = '2024-08-01';
const keysOf = (name: string) => name.split(' ');
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(chooseTemporaryFolder(), 'redate-'));
});
afterAll(async () => await rm(folder, { recursive: true }));

type Loading = { list: Buffer; asOf?: string | undefined; today?: string };

async function load(
  source: string,
  { list, asOf, today = TODAY }: Loading,
  read = READERS['sat69-exigibles'],
): Promise<LoadedList> {
  const path = join(folder, `${randomUUID()}.csv`);
  await writeFile(path, list);
  return await loadList({
    pool: database.pool,
    serviceId: 0,
    source,
    files: [path],
    read,
    createKeys: keysOf,
    today,
    allowOlder: asOf !== undefined,
    loadedBy: 'test',
    ...(asOf === undefined ? {} : { asOf }),
  });
}

const redate = async (id: number, asOf: string) =>
  await redateList({
    pool: database.pool,
    serviceId: 0,
    id,
    asOf,
    today: TODAY,
    redatedBy: 'officer',
    createKeys: keysOf,
  });

async function idsOf(source: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from list_snapshots where source = ${source} order by id`.execute(database.db);
  return rows.map(({ id }) => id);
}

/** All that can be asked of a list: its snapshots, and what holds when, with names, identifiers and keys. */
async function historyOf(source: string): Promise<unknown> {
  const { rows } = await sql`
    select (select jsonb_agg(jsonb_build_array(s.as_of, s.own_day, s.as_of_origin, s.sha256) order by s.as_of, s.id)
        from list_snapshots s where s.source = ${source}) as snapshots,
      (select jsonb_agg(distinct jsonb_build_array(e.entry_key, d.day, e.name, e.details,
          (select jsonb_agg(jsonb_build_array(n.name, n.kind, n.keys) order by n.position) from list_names n
            where n.service_id = e.service_id and n.entry_id = e.id),
          (select jsonb_agg(jsonb_build_array(i.kind, i.value) order by i.position) from list_identifiers i
            where i.service_id = e.service_id and i.entry_id = e.id)))
        from list_entries e
        join (select distinct as_of as day from list_snapshots where source = ${source}) d
          on e.valid_from <= d.day and (e.valid_to is null or e.valid_to > d.day)
        where e.source = ${source}) as entries,
      (select jsonb_agg(distinct e.valid_from) from list_entries e where e.source = ${source}
        and e.valid_from not in (select as_of from list_snapshots where source = ${source})) as other_days`.execute(
    database.db,
  );
  return rows;
}

const listOf = (name: string): Buffer => makeSat69List([['AAA010101AA0', name]]);

function makeList(random: ReturnType<typeof createRandom>): Buffer {
  const rows = Array.from({ length: 8 }, (_, index): [string, string] => [
    `AAA0101${String(index + 10)}AA0`,
    `EMPRESA ${index} ${random.below(2)}`,
  ]).filter(() => random.below(4) > 0);
  return makeSat69List([['BBB010101BB0', `SIEMPRE ${random.below(1e9)}`], ...rows]);
}

const DAYS = Array.from({ length: 20 }, (_, index) =>
  `2024-06-${String(index + 5)}`.replace(/-(\d)$/, '-0$1'),
);

describe('a list with another day', () => {
  it.each(Array.from({ length: 6 }, (_, seed) => seed + 1))(
    'is as if it were forgotten and loaded again (seed %i)',
    async (seed) => {
      const random = createRandom(seed);
      const [source, again] = [`redated-${seed}`, `again-${seed}`];
      const free = [...DAYS];
      const take = () => free.splice(random.below(free.length), 1)[0] ?? '';
      const loadings = Array.from({ length: 5 }, () => ({ list: makeList(random), asOf: take() }));
      for (const loading of loadings) await load(source, loading);
      const ids = await idsOf(source);
      for (let step = 0; step < 4; step += 1) {
        const at = random.below(loadings.length);
        const asOf = take();
        await redate(ids[at] ?? 0, asOf);
        loadings[at] = { list: loadings[at]?.list ?? Buffer.alloc(0), asOf };
        for (const loading of loadings) await load(again, loading);
        expect(await historyOf(source)).toEqual(await historyOf(again));
        await forgetList(database.db, { serviceId: 0, source: again });
      }
    },
  );

  it('that was unknown has its own place, and so have those that came behind it', async () => {
    const later = { list: listOf('DOS'), asOf: '2024-07-10' };
    await load('unknown', { list: listOf('UNO'), today: '2024-07-20' });
    const pool = { pool: database.pool, serviceId: 0, createKeys: keysOf, today: '2024-07-25' };
    const path = join(folder, 'later.csv');
    await writeFile(path, later.list);
    const read = READERS['sat69-exigibles'];
    const loaded = await loadList({
      ...pool,
      source: 'unknown',
      files: [path],
      read,
      asOf: later.asOf,
      loadedBy: 'test',
    });
    expect(loaded).toMatchObject({ asOf: '2024-07-10', countsFrom: '2024-07-25' });
    const [id = 0] = await idsOf('unknown');
    expect(await redate(id, '2024-07-01')).toEqual({
      source: 'unknown',
      id,
      from: null,
      to: '2024-07-01',
      isChanged: true,
    });
    await load('known', { list: listOf('UNO'), asOf: '2024-07-01' });
    await load('known', later);
    expect(await historyOf('unknown')).toEqual(await historyOf('known'));
    expect(await redate(id, '2024-07-01')).toMatchObject({ isChanged: false });
    expect(await listRedates(database.db, { serviceId: 0, source: 'unknown' })).toMatchObject([
      { snapshotId: id, from: null, to: '2024-07-01', redatedBy: 'officer' },
    ]);
  });

  it('is refused where the file states one, for a day in the future or of another, and of a replaced or unknown snapshot', async () => {
    const row = { rfc: 'AAA010101AA0', name: 'UNO, S.C.', situation: 'Presunto' };
    await load('stated', { list: makeSat69bList('2024-05-17', [row]) }, READERS.sat69b);
    const [stated = 0] = await idsOf('stated');
    await expect(redate(stated, '2024-05-18')).rejects.toThrow(/states that it is of 2024-05-17/);
    await load('taken', { list: listOf('UNO'), asOf: '2024-06-01' });
    await load('taken', { list: listOf('DOS'), asOf: '2024-06-02' });
    await load('taken', { list: listOf('TRES'), asOf: '2024-06-02' });
    const [one = 0, two = 0, three = 0] = await idsOf('taken');
    const before = await historyOf('taken');
    await expect(redate(one, '2024-06-02')).rejects.toThrow(
      `snapshot ${two} counts from 2024-06-02`,
    );
    await expect(redate(two, '2024-06-03')).rejects.toThrow(`snapshot ${three} of the same day`);
    await expect(redate(three, '2024-08-02')).rejects.toThrow(/in the future/);
    await expect(redate(three + 1_000_000, '2024-06-02')).rejects.toThrow(/There is no snapshot/);
    expect(await historyOf('taken')).toEqual(before);
  });
});
