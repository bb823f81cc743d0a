import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../client.ts';
import { queueJobs } from '../jobs/queue.ts';

/** Columns of `participants` that screening compares. A statement that changes one of them must queue a screening. */
export const COMPARED_COLUMNS = [
  'person_id',
  'person_type',
  'name',
  'paternal_surname',
  'maternal_surname',
  'rfc',
  'curp',
  'birth_or_constitution_date',
  'nationality',
  'country_of_birth',
] as const;

/** Returns a row value with the compared columns of a row of `participants`. */
export function comparedColumns(row: 'p' | 'stored' | 'old'): RawBuilder<unknown> {
  return sql`(${sql.join(COMPARED_COLUMNS.map((column) => sql.ref(`${row}.${column}`)))})`;
}

/**
 * Returns common table expressions that queue the participants whose ids `rows` returns for screening, when screening
 * is on. A transaction queues one job; `screening_jobs` has a row when a job was queued.
 */
export function queueScreeningCtes(
  serviceId: number | RawBuilder<number>,
  rows: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`new_queue_entries as (
      insert into screening_queue as entry (service_id, participant_id)
      select ${serviceId}::integer, r.id from (${rows}) r
      where exists (
        select from screening_settings s where s.service_id = ${serviceId} and s.is_on
      )
      order by r.id
      returning entry.participant_id
    ), screening_jobs as (${queueJobs(
      { serviceId, task: 'screen_participants' },
      sql`
      select pg_current_xact_id()::text as key, '{}'::jsonb as payload
      where exists (select from new_queue_entries)`,
    )})`;
}

/** Entry of the screening queue; a participant may have several. */
export type QueueEntry = { id: number; participantId: number };

/** Returns up to `max` entries of the queue after an id, locked until the transaction ends; skips locked entries. */
export async function lockQueueEntries(
  db: Db,
  serviceId: number,
  { afterId, max }: { afterId: number; max: number },
): Promise<QueueEntry[]> {
  const { rows } = await sql<QueueEntry>`
    select id, participant_id as "participantId" from screening_queue
    where service_id = ${serviceId} and id > ${afterId} order by id limit ${max} for update skip locked
  `.execute(db);
  return rows;
}

/**
 * Locks and returns those of the next `max` entries that belong to the business of the last one: one upsert queued them
 * together, and one event reports their matches.
 */
export async function lockQueueEntriesOfSameBusiness(
  db: Db,
  serviceId: number,
  { last, max }: { last: QueueEntry; max: number },
): Promise<QueueEntry[]> {
  const { rows } = await sql<QueueEntry>`
    select q.id, q.participant_id as "participantId" from screening_queue q
    join participants p on p.service_id = ${serviceId} and p.id = q.participant_id
    where q.service_id = ${serviceId} and q.id in (
      select id from screening_queue
      where service_id = ${serviceId} and id > ${last.id} order by id limit ${max}
    ) and p.business_id = (
      select business_id from participants
      where service_id = ${serviceId} and id = ${last.participantId}
    )
    order by q.id for update of q skip locked
  `.execute(db);
  return rows;
}

export async function deleteQueueEntries(
  db: Db,
  serviceId: number,
  ids: readonly number[],
): Promise<void> {
  await sql`
    delete from screening_queue where service_id = ${serviceId} and id = any(${ids}::bigint[])
  `.execute(db);
}

/** Queues a job that screens the participants in the queue. */
export async function queueScreeningJob(db: Db, serviceId: number): Promise<void> {
  await sql`
    with job as (${queueJobs(
      { serviceId, task: 'screen_participants' },
      sql`select pg_current_xact_id()::text as key, '{}'::jsonb as payload`,
    )}) select count(*) from job
  `.execute(db);
}

/** Queues all participants of the service for screening. */
export async function queueAllParticipants(db: Db, serviceId: number): Promise<void> {
  await sql`
    insert into screening_queue (service_id, participant_id)
    select ${serviceId}::integer, id from participants where service_id = ${serviceId} order by id
  `.execute(db);
  await queueScreeningJob(db, serviceId);
}
