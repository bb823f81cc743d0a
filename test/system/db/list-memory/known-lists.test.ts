import { beforeAll, expect, it } from 'vitest';
import {
  createListsOnDayCache,
  findIdentifiedWithLists,
} from '../../../../src/db/list-memory/lists-on-day-cache.ts';
import { markSourceSeen } from '../../../../src/db/queries/lists/snapshots.ts';
import { loadSatList, makeSat69List } from '../../../support/data/sat-lists.ts';
import { useDatabase } from '../../../support/database/database.ts';

const database = useDatabase();
const [OURS, THEIRS] = [7, 8];
const known = createListsOnDayCache();

async function load(asOf: string, own?: number): Promise<void> {
  const list = makeSat69List([['CIE150318QX5', `COMERCIAL IMAGINARIA ${asOf}`]]);
  const whose = own === undefined ? {} : { serviceId: own, source: `custom:own-${own}` };
  await loadSatList(database.url, { code: 'sat69-exigibles', list }, { asOf, ...whose });
}

beforeAll(async () => {
  await load('2024-01-31');
  await load('2024-02-01', THEIRS);
});

async function ask(serviceId = OURS) {
  return await findIdentifiedWithLists(database.db, known, {
    owners: [0, serviceId],
    sources: ['sat69-exigibles'],
    includesCustomLists: true,
    day: '2024-05-01',
    identifiers: [{ subject: 0, kind: 'rfc', value: 'CIE150318QX5', isPrefix: false }],
    limit: 10,
    completeMax: 10,
  });
}

const days = async (serviceId?: number) =>
  (await ask(serviceId)).lists.map(({ source, snapshot }) => [source, snapshot?.asOf]);

const sourceSeenAt = async () => (await ask()).lists[0]?.snapshot?.sourceSeenAt;

it('tells what was told before, with what is found now', async () => {
  const first = await ask();
  expect(first.entries.map(({ name }) => name)).toEqual(['COMERCIAL IMAGINARIA 2024-01-31']);
  expect(await ask()).toEqual(first);
});

it('tells no list of another service', async () => {
  expect(await days(THEIRS)).toEqual([
    ['sat69-exigibles', '2024-01-31'],
    ['custom:own-8', '2024-02-01'],
  ]);
  expect(await days(OURS)).toEqual([['sat69-exigibles', '2024-01-31']]);
});

it('tells it anew once a list was seen to be current, loaded or forgotten', async () => {
  expect(await sourceSeenAt()).toBe(null);
  const { rows } = await database.pool.query<{ id: string }>(
    'select id from list_snapshots where service_id = 0',
  );
  await markSourceSeen(database.db, { serviceId: 0, id: Number(rows[0]?.id) });
  expect(await sourceSeenAt()).not.toBe(null);
  await load('2024-03-31');
  expect(await days()).toEqual([['sat69-exigibles', '2024-03-31']]);
  await database.pool.query('delete from list_snapshots where service_id = 0');
  expect(await days()).toEqual([]);
});

it('tells it anew where a list came behind a newer one, and another went meanwhile', async () => {
  // Copies of a loading; the one with the least id is committed last.
  const add = async (source: string, id: number): Promise<unknown> =>
    await database.pool.query(
      `insert into list_snapshots overriding system value
      select (jsonb_populate_record(s, jsonb_build_object('id', $2::integer, 'service_id', $3::integer, 'source', $1::text))).*
      from list_snapshots s where s.service_id = $4 limit 1`,
      [source, id, OURS, THEIRS],
    );
  await add('custom:gone', 2001);
  await add('custom:newest', 2002);
  expect((await days()).map(([source]) => source)).toEqual(['custom:gone', 'custom:newest']);
  await database.pool.query('delete from list_snapshots where id = 2001');
  await add('custom:late', 2000);
  expect((await days()).map(([source]) => source)).toEqual(['custom:late', 'custom:newest']);
});
