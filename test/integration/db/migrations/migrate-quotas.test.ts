import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { migrateUp } from '../../../../src/db/migrations/migrate.ts';
import { readCounts } from '../../../../src/db/queries/records/service-counts.ts';
import { makeBusiness } from '../../../support/data/factories.ts';
import { useDatabase } from '../../../support/database/database.ts';
import { countAnew } from '../../../support/probes/service-counts.ts';

const database = useDatabase();

it('what quotas bound is counted, and a process of the version before still counts what it did', async () => {
  const { db } = database;
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  await migrateUp(db, { upTo: '0051-revoked-report-keys' });
  await sql`insert into services (name) values ('old'), ('empty')`.execute(db);
  const documents: [string, number | null][] = [
    ['INE', null],
    ['CSF', 3],
  ];
  await makeBusiness(db, 1, { participants: [{ documents }] });
  await sql`insert into service_counts values (1, 0, 1, 1, 0, 0, 0, 1)`.execute(db);
  await sql`insert into files
    (service_id, id, state, byte_count, media_type, sha256, storage_key, sealed_key, sealed_name)
    values (1, 7, 'available', 40, 'application/pdf', '\\x00', 'a', '\\x00', '\\x00'),
      (1, 8, 'available', 2, 'application/pdf', '\\x01', 'a', '\\x00', '\\x00')`.execute(db);
  await sql`insert into users (service_id, id, email) values (1, 1, 'a@example.test')`.execute(db);
  await sql`insert into questionnaire_templates (service_id, key, title) values (1, 'k', 'K')`.execute(
    db,
  );
  await sql`insert into filled_questionnaires (service_id, user_id, template_key)
    values (1, 1, 'k')`.execute(db);
  await sql`insert into answers (service_id, user_id, template_key, question_key, answer, source)
    values (1, 1, 'k', 'q', 'x', 'sent')`.execute(db);
  expect(await migrateUp(db)).toContain('0060-quotas');
  const counts = await readCounts(db, 1);
  expect(counts).toEqual(await countAnew(db, 1));
  expect(counts).toMatchObject({ documents: 2, answers: 1, fileBytes: 42, businesses: 1 });
  expect(await readCounts(db, 2)).toEqual(await countAnew(db, 2));
  // As the version before writes a row.
  await sql`insert into service_counts (service_id, shard, businesses, natural_persons, legal_entities,
    pending_participants, pending_matches, missing_documents) values (1, 1, 1, 0, 0, 0, 0, 0)`.execute(
    db,
  );
  expect(await readCounts(db, 1)).toEqual({ ...counts, businesses: 2 });
});
