import { beforeEach, expect, it } from 'vitest';
import { forgetList } from '../../../../../src/db/queries/lists/forget.ts';
import { lockList } from '../../../../../src/db/queries/lists/snapshots.ts';
import { loadSatList, makeSat69List } from '../../../../support/data/sat-lists.ts';
import { useDatabase } from '../../../../support/database/database.ts';

const database = useDatabase();
const OWNER = { serviceId: 0, source: 'sat69-exigibles' };

beforeEach(async () => {
  const list = makeSat69List([['CIE150318QX5', 'COMERCIAL IMAGINARIA SA DE CV']]);
  await loadSatList(database.url, { code: 'sat69-exigibles', list }, { asOf: '2024-01-31' });
});

async function count(): Promise<unknown> {
  const { rows } = await database.pool.query(
    `select (select count(*) from list_snapshots)::int as snapshots,
      (select count(*) from list_entries)::int as entries`,
  );
  return rows[0];
}

const WHOLE = { snapshots: 1, entries: 1 };

it('leaves all of a list where it breaks off: without entries, and said to be loaded, it would clear everybody', async () => {
  await database.pool.query(`
    create function break_off() returns trigger language plpgsql as $$ begin raise 'broken off'; end $$;
    create trigger break_off before delete on list_snapshots execute function break_off()`);
  await expect(forgetList(database.db, OWNER)).rejects.toThrow('broken off');
  expect(await count()).toEqual(WHOLE);
  await database.pool.query('drop function break_off cascade');
  expect(await forgetList(database.db, OWNER)).toEqual(WHOLE);
  expect(await count()).toEqual({ snapshots: 0, entries: 0 });
});

it('waits for a loading of the same list, whose entries it would take away', async () => {
  let forgetting: Promise<unknown> | undefined;
  await database.db.transaction().execute(async (tx) => {
    await lockList(tx, OWNER);
    forgetting = forgetList(database.db, OWNER);
    const waits = async (): Promise<number | null> => {
      const { rowCount } = await database.pool.query(
        "select from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())",
      );
      return rowCount;
    };
    await expect.poll(waits).toBe(1);
    expect(await count()).toEqual(WHOLE);
  });
  expect(await forgetting).toEqual(WHOLE);
});
