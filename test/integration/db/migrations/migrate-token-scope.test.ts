import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { SCOPES } from '../../../../src/auth/scopes.ts';
import { migrateUp } from '../../../../src/db/migrations/migrate.ts';
import { useDatabase } from '../../../support/database/database.ts';

const database = useDatabase();

it('keys that exist keep the ability to issue tokens, each with its other scopes', async () => {
  const { db } = database;
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  await migrateUp(db, { upTo: '0044-four-eyes-off' });
  await sql`insert into services (name) values ('old')`.execute(db);
  await sql`insert into api_keys (service_id, id, prefix, secret_hash, scopes) values
    (1, 1, 'aaaaaaaaaaaa', '\\x00', '{business:read}'), (1, 2, 'bbbbbbbbbbbb', '\\x00', '{}'),
    (1, 3, 'cccccccccccc', '\\x00', ${SCOPES})`.execute(db);
  expect(await migrateUp(db)).toContain('0045-token-scope');
  const keys = await db.selectFrom('api_keys').select('scopes').orderBy('id').execute();
  expect(keys.map(({ scopes }) => scopes)).toEqual([
    ['business:read', 'token:issue'],
    ['token:issue'],
    SCOPES,
  ]);
});
