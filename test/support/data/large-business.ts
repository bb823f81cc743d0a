import { sql } from 'kysely';
import type { Db } from '../../../src/db/client.ts';

export type LargeBusiness = { serviceId: number; businessId: number; participants: number };

/** Ids of these rows start above those of the id counters. */
const FIRST_ID = 1_000_000;

/**
 * Stores a business with many participants by plain SQL. Each has its own person, two documents and a file; every other
 * one has a folio. May be called once per database.
 */
export async function makeLargeBusiness(db: Db, large: LargeBusiness): Promise<void> {
  const { serviceId, businessId, participants } = large;
  await sql`insert into businesses (service_id, id, external_id, code)
    values (${serviceId}, ${businessId}, ${FIRST_ID + businessId}, 'Grande')`.execute(db);
  await sql`insert into persons (service_id, id, external_id)
    select ${serviceId}, n, n from generate_series(${first()}, ${last(participants)}) as n`.execute(
    db,
  );
  await sql`insert into files (service_id, id)
    select ${serviceId}, n from generate_series(${first()}, ${last(participants)}) as n`.execute(
    db,
  );
  await sql`
    insert into participants
      (service_id, id, business_id, person_id, person_type, name, email, legal_act_folio)
    select ${serviceId}, n, ${businessId}, n, 'natural', 'Persona ' || n, 'p' || n || '@example.test',
      case when n % 2 = 0 then 'F-' || n end
    from generate_series(${first()}, ${last(participants)}) as n`.execute(db);
  await sql`
    insert into documents (service_id, participant_id, type_code, position, file_id)
    select ${serviceId}, n, code, place, case place when 0 then n end
    from generate_series(${first()}, ${last(participants)}) as n,
      (values ('INE', 0), ('CSF', 1)) as wanted (code, place)`.execute(db);
}

function first() {
  return sql`${FIRST_ID}::bigint`;
}

function last(count: number) {
  return sql`${FIRST_ID + count - 1}::bigint`;
}
