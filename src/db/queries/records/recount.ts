import { sql } from 'kysely';
import type { Db } from '../../client.ts';

/**
 * Locks the counts of all services until the transaction ends. It waits for transactions that have changed counts, and
 * later transactions wait for this one, so that a recount in this transaction is exact.
 */
export async function lockCounts(db: Db): Promise<void> {
  await sql`lock table service_counts in share row exclusive mode`.execute(db);
}

/** Replaces the counts of a service by counting its rows. The caller has locked the counts. */
export async function recountService(db: Db, serviceId: number): Promise<void> {
  await sql`delete from service_counts where service_id = ${serviceId}`.execute(db);
  await sql`
    insert into service_counts (service_id, shard, businesses, natural_persons, legal_entities,
      pending_participants, pending_matches, missing_documents, documents, answers, file_bytes)
    select ${serviceId}, 0,
      (select count(*) from businesses where service_id = ${serviceId}),
      count(*) filter (where person_type = 'natural'),
      count(*) filter (where person_type = 'legal'),
      count(*) filter (where has_pending_matches),
      (select count(*) from participant_matches
       where service_id = ${serviceId} and status = 'pending'),
      (select count(*) from documents where service_id = ${serviceId} and file_id is null),
      (select count(*) from documents where service_id = ${serviceId}),
      (select count(*) from answers where service_id = ${serviceId}),
      (select coalesce(sum(byte_count), 0) from files
       where service_id = ${serviceId} and storage_key is not null)
    from participants where service_id = ${serviceId}
  `.execute(db);
}
