import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { SCOPES } from '../../../src/auth/scopes.ts';
import { prepareDemo } from '../../../src/cli/demo/demo.ts';
import { loadConfig } from '../../../src/config/config.ts';
import { LIST_SOURCES } from '../../../src/domain/lists/list-source.ts';
import { listServiceKeys } from '../../../src/resolvers/service/list-service-keys.ts';
import { loadSatList } from '../../support/data/sat-lists.ts';
import { makeSat69bList } from '../../support/data/sat69b-list.ts';
import { useDatabase } from '../../support/database/database.ts';
import { makeDataFolder } from '../../support/processes/data-folder.ts';

const database = useDatabase();

it('the demo key gives way to one with all scopes where it was made before there were some', async () => {
  await database.db.deleteFrom('api_keys').execute();
  const config = loadConfig({ DATA_DIR: await makeDataFolder() });
  const said: string[] = [];
  const start = async () => {
    const demo = await prepareDemo(database, config, (message) => said.push(message));
    return (await demo.headers())['x-api-key'];
  };
  const first = await start();
  expect(said).toEqual(['Loading the demo data; the next start is faster.']);
  expect(await start()).toBe(first);
  expect(said).toHaveLength(1);
  await database.db
    .updateTable('api_keys')
    .set({ scopes: ['business:read'] })
    .execute();
  const second = await start();
  expect(second).not.toBe(first);
  expect(await start()).toBe(second);
  const keys = await listServiceKeys(database.db, 'demo');
  expect(keys.map((one) => [one.scopes, one.revokedAt === null])).toEqual([
    [['business:read'], false],
    [[...SCOPES], true],
  ]);
});

/** How many loadings of each list there are, and when the last was seen to be current. */
async function listLoadings(): Promise<unknown[]> {
  return await database.db
    .selectFrom('list_snapshots')
    .select(({ fn }) => [
      'source',
      fn.countAll<number>().as('count'),
      fn.max('confirmed_at').as('at'),
    ])
    .groupBy('source')
    .orderBy('source')
    .execute();
}

it('the demo loads its lists once, and never beside a list that somebody has loaded', async () => {
  await sql`truncate list_snapshots, list_entries, list_names, list_identifiers`.execute(
    database.db,
  );
  const real = makeSat69bList('2024-05-01', [
    { rfc: 'AAA010101AA1', name: 'UNO, S.C.', situation: 'Presunto' },
  ]);
  await loadSatList(database.url, { code: 'sat69b', list: real });
  const config = loadConfig({ DATA_DIR: await makeDataFolder() });
  await prepareDemo(database, config, () => undefined);
  const loadings = await listLoadings();
  expect(loadings).toHaveLength(Object.keys(LIST_SOURCES).length);
  for (const one of loadings) expect(one).toMatchObject({ count: 1 });
  await prepareDemo(database, config, () => undefined);
  expect(await listLoadings()).toEqual(loadings);
  const keys = await database.db
    .selectFrom('list_entries')
    .select('entry_key')
    .where('service_id', '=', 0)
    .where('source', '=', 'sat69b')
    .execute();
  expect(keys).toEqual([{ entry_key: 'AAA010101AA1' }]);
});
