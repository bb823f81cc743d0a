import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { migrateUp } from '../../../../src/db/migrations/migrate.ts';
import { listAuditRecords } from '../../../../src/db/queries/records/audit-lists.ts';
import { readCounts } from '../../../../src/db/queries/records/service-counts.ts';
import { makeBusiness } from '../../../support/data/factories.ts';
import { useDatabase } from '../../../support/database/database.ts';
import { countAnew } from '../../../support/probes/service-counts.ts';

const database = useDatabase();
const PAGE = { first: 9, last: null, after: null, before: null };

it('what was there before is counted, and audit events are found by their business', async () => {
  const { db } = database;
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  await migrateUp(db, { upTo: '0016-searching' });
  await sql`insert into services (name) values ('old'), ('empty')`.execute(db);
  await makeBusiness(db, 1, {
    participants: [
      {
        hasPendingMatches: true,
        documents: [
          ['INE', null],
          ['CSF', 3],
        ],
      },
      { personType: 'legal' },
    ],
  });
  await sql`insert into participant_matches (service_id, participant_id, source_code, external_id)
    values (1, 1, 'OFAC', 'a')`.execute(db);
  await sql`insert into audit_events (service_id, action, details) values
    (1, 'business_upserted', '{"businessId": 5}'), (1, 'matches_resolved', '{"businessIds": [5]}'),
    (1, 'matches_resolved', '{"businessIds": [5, 6]}'), (1, 'file_uploaded', '{"businessId": null}'),
    (1, 'trusted_only_set', '{}')`.execute(db);
  expect(await migrateUp(db)).toContain('0017-desk');
  expect(await readCounts(db, 1)).toEqual(await countAnew(db, 1));
  expect(Object.values(await readCounts(db, 1))).toEqual([1, 1, 1, 1, 1, 1, 2, 0, 0]);
  expect(await readCounts(db, 2)).toEqual(await countAnew(db, 2));
  const filter = { businessDatabaseId: 5 };
  const found = await listAuditRecords(db, { serviceId: 1, filter }, PAGE);
  expect(found.map(({ node }) => node.action)).toEqual(['matches_resolved', 'business_upserted']);
});
