import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { migrateUp } from '../../../../src/db/migrations/migrate.ts';
import { useDatabase } from '../../../support/database/database.ts';
import { listWrongFlags } from '../../../support/probes/flags.ts';

const database = useDatabase();

it('a database with data from before the lists were filtered gets its keys and flags', async () => {
  const { db } = database;
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  await migrateUp(db, { upTo: '0006-idempotency' });
  await sql
    .raw(
      `insert into services (name) values ('old');
       insert into businesses (service_id, id, external_id, code, name)
       select 1, n, n, 'Código ' || n, case when n <> 2 then 'Ñandú ' || n end
       from generate_series(1, 3) n;
       insert into persons (service_id, id, external_id) values (1, 1, 1);
       insert into participants
         (service_id, id, business_id, person_id, person_type, name, has_pending_matches)
       values (1, 1, 1, 1, 'natural', 'A', true), (1, 2, 2, 1, 'natural', 'B', false);
       insert into documents (service_id, participant_id, type_code, position)
       values (1, 2, 'INE', 0);`,
    )
    .execute(db);

  expect((await migrateUp(db))[0]).toBe('0007-reading');
  expect(await listWrongFlags(db)).toEqual([]);
  const rows = await db
    .selectFrom('businesses')
    .select([
      'has_pending_matches',
      'has_missing_documents',
      'code_key',
      'name_key',
      'name_key_desc',
    ])
    .orderBy('id')
    .execute();
  expect(rows.map((row) => Object.values(row))).toEqual([
    [true, false, 'codigo 1', '0nandu 1', '1nandu 1'],
    [false, true, 'codigo 2', '1', '0'],
    [false, false, 'codigo 3', '0nandu 3', '1nandu 3'],
  ]);
});
