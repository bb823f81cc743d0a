import { sql } from 'kysely';
import type { Db } from '../../../src/db/client.ts';
import { fillOnce } from '../database/database.ts';
import { createTestService, createTestTokens } from '../gateway/callers.ts';

/** Business of `fillService` with half of the participants. */
export const CROWDED_BUSINESS_ID = 70_000;

const SERVICE = 'large';

/** Prepares a database with a large service, for `useDatabase`. */
export async function prepareLargeService(): Promise<string> {
  return await fillOnce('large_service', async (db) => {
    const tokens = await createTestTokens(db);
    const { serviceId } = await createTestService(db, tokens, { name: SERVICE });
    await fillService(db, serviceId);
  });
}

export async function findLargeService(db: Db): Promise<number> {
  const found = db.selectFrom('services').select('id').where('name', '=', SERVICE);
  return (await found.executeTakeFirstOrThrow()).id;
}

/**
 * Gives a service 100,000 businesses, participants, documents and persons and 20,000 users, and lets the planner
 * count them. Half the businesses have one participant each, one has 50,000. Names, codes and times
 * repeat, one business in ten has no name, pending matches are rare and missing documents are not.
 */
async function fillService(db: Db, serviceId: number): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    // Foreign keys are not looked up, row by row, for rows that are made to fit.
    await sql`set local session_replication_role = replica`.execute(transaction);
    const restore = await dropWordIndexes(transaction);
    for (const statement of STATEMENTS) {
      await sql.raw(statement.replaceAll(':service', String(serviceId))).execute(transaction);
    }
    await restore();
  });
  await sql`analyze`.execute(db);
}

/** Made anew for all rows at once they take a tenth of the time. */
async function dropWordIndexes(db: Db): Promise<() => Promise<void>> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes
    where schemaname = 'public' and indexname like '%_words'`.execute(db);
  for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(db);
  return async () => {
    for (const { name, definition } of rows) {
      await sql.raw(definition).execute(db);
      await sql`alter index ${sql.ref(name)} alter column 1 set statistics 0`.execute(db);
    }
  };
}

const STATEMENTS = [
  `insert into users (service_id, id, email)
   select :service, n, 'user-' || n || '@example.test' from generate_series(100, 20099) n`,
  `insert into businesses
     (service_id, id, external_id, code, name, responsible_user_id, created_at, updated_at)
   select :service, n, n, 'NEG-' || n % 90000,
     case when n % 10 <> 3 then 'Fideicomiso ' || md5((n % 60000)::text) end, 100 + n % 20000,
     '2026-01-01'::timestamptz + n / 3 * interval '1 second',
     '2026-03-01'::timestamptz + (n * 7919 % 100000) / 2 * interval '1 second'
   from generate_series(1, 100000) n`,
  `insert into persons (service_id, id, external_id)
   select :service, n, n from generate_series(1, 100000) n`,
  `insert into participants (service_id, id, business_id, person_id, person_type, name,
     has_pending_matches, roles, legal_act_folio, created_at, updated_at)
   select :service, n, case when n <= 50000 then n else ${CROWDED_BUSINESS_ID} end, n,
     case when n % 20 = 0 then 'legal' else 'natural' end, 'Persona ' || md5((n % 60000)::text), n % 500 = 0,
     case when n % 1000 = 0 then '{fiduciario}' else '{fideicomitente}' end::text[],
     case when n % 5 = 0 then 'F-' || n end,
     '2026-01-01'::timestamptz + n / 3 * interval '1 second',
     '2026-03-01'::timestamptz + (n * 7919 % 100000) / 2 * interval '1 second'
   from generate_series(1, 100000) n`,
  `insert into files (service_id, id) select :service, n from generate_series(1, 100000) n`,
  `insert into documents (service_id, participant_id, type_code, position, file_id)
   select :service, n, 'INE', 0, case when n % 4 <> 0 then n end
   from generate_series(1, 100000) n`,
  `update businesses b set has_pending_matches = p.pending, has_missing_documents = p.missing
   from (
     select p.business_id, bool_or(p.has_pending_matches) as pending,
       bool_or(d.file_id is null) as missing
     from participants p
     join documents d on d.service_id = p.service_id and d.participant_id = p.id
     where p.service_id = :service group by 1
   ) p
   where b.service_id = :service and b.id = p.business_id and (p.pending or p.missing)`,
];
