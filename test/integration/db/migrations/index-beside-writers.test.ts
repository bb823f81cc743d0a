import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { migrateUp } from '../../../../src/db/migrations/migrate.ts';
import { useDatabase } from '../../../support/database/database.ts';
import { addManyPersons, withFurther } from '../../../support/database/migrations.ts';
import { untilWaiting } from '../../../support/probes/locks.ts';

const database = useDatabase();
beforeAll(async () => await addManyPersons(database.db));

it('an index over many rows is made while they are written to', async () => {
  const holder = await database.pool.connect();
  await holder.query('begin');
  await holder.query('insert into persons (service_id, id, external_id) values (1, 70001, 70001)');
  const migrations = withFurther({
    '9001-found': ['create index persons_found on persons (service_id, external_id, id)'],
  });
  const migrating = migrateUp(database.db, { migrations });
  await untilWaiting(database.db);
  // Another one writes without waiting, where a plain index would have it wait for the first.
  const write = sql`insert into persons (service_id, id, external_id) values (1, 70002, 70002)`;
  await database.db.transaction().execute(async (tx) => {
    await sql`set local lock_timeout = 1000`.execute(tx);
    await write.execute(tx);
  });
  await holder.query('commit');
  holder.release();
  expect(await migrating).toEqual(['9001-found']);
});
