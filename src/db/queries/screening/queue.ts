import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../client.ts';
import { queueJobsOf } from '../jobs/queue.ts';

/** Columns of `participants` that screening compares. A statement that writes one of them queues the screening itself. */
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

/** Compared columns of a row of `participants`, as a row value. */
export function comparedColumns(row: 'p' | 's' | 'old'): RawBuilder<unknown> {
  return sql`(${sql.join(COMPARED_COLUMNS.map((column) => sql.ref(`${row}.${column}`)))})`;
}

/**
 * Parts of a statement that have participants screened, where their service wants it: those of `rows`, which has their ids.
 * One job for all of a transaction; `screening_jobs` has a row where there is one.
 */
export function queuedForScreening(
  serviceId: number | RawBuilder<number>,
  rows: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`to_screen as (
      insert into screening_queue (service_id, participant_id)
      select ${serviceId}::integer, r.id from (${rows}) r
      where exists (
        select from screening_settings s where s.service_id = ${serviceId} and s.is_on
      )
      order by r.id
      returning participant_id
    ), screening_jobs as (${queueJobsOf(
      { serviceId, task: 'screen_participants' },
      sql`
      select pg_current_xact_id()::text as key, '{}'::jsonb as payload
      where exists (select from to_screen)`,
    )})`;
}

/** A place in the queue; a participant may have several. */
export type Queued = { id: number; participantId: number };

/** Takes up to `max` places of the queue after one of it, past those that another one is just at, until the transaction ends. */
export async function takeQueued(
  db: Db,
  serviceId: number,
  { afterId, max }: { afterId: number; max: number },
): Promise<Queued[]> {
  const { rows } = await sql<Queued>`
    select id, participant_id as "participantId" from screening_queue
    where service_id = ${serviceId} and id > ${afterId} order by id limit ${max} for update skip locked
  `.execute(db);
  return rows;
}

/**
 * Takes those besides who are of the same business as the last one taken, from among the next `max` places: one upsert has
 * them queued together, and is to be told of together.
 */
export async function takeTheirs(
  db: Db,
  serviceId: number,
  { last, max }: { last: Queued; max: number },
): Promise<Queued[]> {
  const { rows } = await sql<Queued>`
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

export async function leaveQueue(db: Db, serviceId: number, ids: readonly number[]): Promise<void> {
  await sql`
    delete from screening_queue where service_id = ${serviceId} and id = any(${ids}::bigint[])
  `.execute(db);
}

/** Has whoever is in the queue screened by a job of its own, or later by somebody else. */
export async function queueScreeningJob(db: Db, serviceId: number): Promise<void> {
  await sql`
    with queued as (${queueJobsOf(
      { serviceId, task: 'screen_participants' },
      sql`select pg_current_xact_id()::text as key, '{}'::jsonb as payload`,
    )}) select count(*) from queued
  `.execute(db);
}

/** Has all participants of the service screened. */
export async function queueEverybody(db: Db, serviceId: number): Promise<void> {
  await sql`
    insert into screening_queue (service_id, participant_id)
    select ${serviceId}::integer, id from participants where service_id = ${serviceId} order by id
  `.execute(db);
  await queueScreeningJob(db, serviceId);
}
