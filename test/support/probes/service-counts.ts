import { sql } from 'kysely';
import type { Db } from '../../../src/db/client.ts';
import type { ServiceCounts } from '../../../src/domain/business/service-counts.ts';

/** Counts the rows of a service without its stored counters. */
export async function countAnew(db: Db, serviceId: number): Promise<ServiceCounts> {
  const { rows } = await sql<ServiceCounts>`
    select
      (select count(*) from businesses where service_id = ${serviceId}) as businesses,
      count(*) filter (where person_type = 'natural') as "naturalPersons",
      count(*) filter (where person_type = 'legal') as "legalEntities",
      count(*) filter (where has_pending_matches) as "pendingParticipants",
      (select count(*) from participant_matches
       where service_id = ${serviceId} and status = 'pending') as "pendingMatches",
      (select count(*) from documents
       where service_id = ${serviceId} and file_id is null) as "missingDocuments",
      (select count(*) from documents where service_id = ${serviceId}) as documents,
      (select count(*) from answers where service_id = ${serviceId}) as answers,
      (select coalesce(sum(byte_count), 0)::bigint from files
       where service_id = ${serviceId} and storage_key is not null) as "fileBytes"
    from participants where service_id = ${serviceId}
  `.execute(db);
  const [counts] = rows;
  if (counts === undefined) throw new Error('Counts are one row.');
  return { ...counts };
}
