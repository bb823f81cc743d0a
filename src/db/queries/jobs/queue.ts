import { type RawBuilder, sql } from 'kysely';
import type { JobTaskName } from '../../../domain/shared/job.ts';
import type { Db } from '../../client.ts';
import type { JsonObject } from '../../tables.ts';

/** Key of a job: there is one job for each key. */
export type JobKey = { serviceId: number; task: JobTaskName; key: string };
/** `dueAt` is null for what is due at once, by the database's clock. */
export type NewJob = JobKey & { payload: JsonObject; dueAt: Date | null };

/** Restarts a job that is queued again: its current holder started too early, and does not complete it. */
const BEGIN_ANEW = sql`
  on conflict (service_id, task, key) do update set
    payload = excluded.payload, due_at = excluded.due_at, attempts = 0,
    held_by = null, failed_at = null, error = null
`;

/**
 * A part of a statement that queues a job of the service and task for each row of another part, which has key and
 * payload: due from its commit on. Has a row for each.
 */
export function queueJobsOf(
  { serviceId, task }: { serviceId: number | RawBuilder<number>; task: JobTaskName },
  rows: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    insert into jobs (service_id, task, key, payload)
    select ${serviceId}::integer, ${sql.lit(task)}::text, r.key, r.payload from (${rows}) r
    order by 3
    ${BEGIN_ANEW}
    returning key
  `;
}

/** Queues a job for the given time, or for now. It may be cancelled before it starts. */
export async function queueJob(db: Db, job: NewJob): Promise<void> {
  await sql`
    insert into jobs (service_id, task, key, payload, due_at)
    values (${job.serviceId}, ${job.task}, ${job.key}, ${JSON.stringify(job.payload)},
      coalesce(${job.dueAt}::timestamptz, now()))
    ${BEGIN_ANEW}
  `.execute(db);
}

/** Has a job that waits done at once; false where it was taken back, and nothing happens. */
export async function hastenJob(db: Db, { serviceId, task, key }: JobKey): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set({ due_at: sql`now()` })
    .where('service_id', '=', serviceId)
    .where('task', '=', task)
    .where('key', '=', key)
    .where('held_by', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Cancels a job. Returns false when there is none that has not started. */
export async function takeJobBack(db: Db, { serviceId, task, key }: JobKey): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('jobs')
    .where('service_id', '=', serviceId)
    .where('task', '=', task)
    .where('key', '=', key)
    .where('attempts', '=', 0)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
