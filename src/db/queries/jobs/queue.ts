import { type RawBuilder, sql } from 'kysely';
import type { JobTaskName } from '../../../domain/shared/job.ts';
import type { Db } from '../../client.ts';
import type { JsonObject } from '../../tables.ts';

/** Key of a job. There is at most one job for each key. */
export type JobKey = { serviceId: number; task: JobTaskName; key: string };
/** New job; `dueAt` is null for a job that is due now by the database's clock. */
export type NewJob = JobKey & { payload: JsonObject; dueAt: Date | null };

/**
 * Conflict clause that restarts a job that is queued again. A worker that runs it loses its claim, because it may have
 * started before the change that queued the job.
 */
const RESTART_ON_CONFLICT = sql`
  on conflict (service_id, task, key) do update set
    payload = excluded.payload, due_at = excluded.due_at, attempts = 0,
    held_by = null, failed_at = null, error = null
`;

/**
 * Returns an insert that queues a job of the service and task for each row of a query with the columns `key` and
 * `payload`. The jobs are due at the commit; the insert returns a row for each.
 */
export function queueJobs(
  { serviceId, task }: { serviceId: number | RawBuilder<number>; task: JobTaskName },
  rows: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    insert into jobs as job (service_id, task, key, payload)
    select ${serviceId}::integer, ${sql.lit(task)}::text, r.key, r.payload from (${rows}) r
    order by 3
    ${RESTART_ON_CONFLICT}
    returning job.key
  `;
}

/** Queues a job for the given time, or for now. It may be cancelled before it starts. */
export async function queueJob(db: Db, job: NewJob): Promise<void> {
  await sql`
    insert into jobs (service_id, task, key, payload, due_at)
    values (${job.serviceId}, ${job.task}, ${job.key}, ${JSON.stringify(job.payload)},
      coalesce(${job.dueAt}::timestamptz, now()))
    ${RESTART_ON_CONFLICT}
  `.execute(db);
}

/** Makes a waiting job due now; returns false when it does not exist or a worker runs it. */
export async function expediteJob(db: Db, { serviceId, task, key }: JobKey): Promise<boolean> {
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

/** Cancels a job; returns false when it has started or does not exist. */
export async function cancelJob(db: Db, { serviceId, task, key }: JobKey): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('jobs')
    .where('service_id', '=', serviceId)
    .where('task', '=', task)
    .where('key', '=', key)
    .where('attempts', '=', 0)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
