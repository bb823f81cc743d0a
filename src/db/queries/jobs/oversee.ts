import { type RawBuilder, sql } from 'kysely';
import type { JobState } from '../../../domain/shared/job.ts';
import type { Db } from '../../client.ts';
import { readAcrossServices } from '../../statements/read-across-services.ts';

/** Job as an operator sees it. */
export type ListedJob = {
  id: number;
  /** Null when the job concerns no service, or the service is deleted. */
  service: string | null;
  task: string;
  state: JobState;
  attempts: number;
  /** Time of the next run; for a failed job, time of the failure. */
  at: Date;
  error: string | null;
};

/**
 * Returns up to `max` jobs of all services, failed jobs first in order of failure, then the others in order of due
 * time. Undefined `state` means all states.
 */
export async function listJobs(
  db: Db,
  { state, max }: { state: JobState | undefined; max: number },
): Promise<ListedJob[]> {
  const { rows } = await sql<ListedJob>`
    select j.id, s.name as service, j.task, ${jobState('j')} as state, j.attempts,
      coalesce(j.failed_at, j.due_at) as at, j.error
    from jobs j left join services s on s.id = j.service_id
    where ${state ?? null}::text is null or ${jobState('j')} = ${state ?? null}
    order by j.failed_at, j.due_at, j.id limit ${max}
  `.execute(db);
  return rows;
}

/** Number of jobs of a task in a state. `oldestSeconds` is the time since the oldest became due, or failed. */
export type JobCount = { task: string; state: JobState; count: number; oldestSeconds: number };

/** Counts the jobs of the queue by task and state, for monitoring. */
export async function countJobs(db: Db): Promise<JobCount[]> {
  const statement = sql<JobCount>`
    select j.task, ${jobState('j')} as state, count(*)::integer as count,
      greatest(0, extract(epoch from now() - min(coalesce(j.failed_at, j.due_at))))::float8
        as "oldestSeconds"
    from jobs j group by 1, 2 order by 1, 2
  `;
  const rows = await readAcrossServices(db, statement.compile(db));
  return rows;
}

/** Returns an expression for the state: a job is held while the lease of its worker lasts. */
function jobState(alias: string): RawBuilder<JobState> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql`case
    when ${column('failed_at')} is not null then 'failed'
    when ${column('held_by')} is not null and ${column('due_at')} > now() then 'held'
    else 'waiting' end`;
}

/** Makes failed jobs, all or those with these ids, due again with no attempts counted; returns their ids. */
export async function retryFailedJobs(
  db: Db,
  selection: readonly number[] | 'all',
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update jobs set failed_at = null, error = null, attempts = 0, due_at = now()
    where failed_at is not null and ${selectionCondition(selection)}
    returning id
  `.execute(db);
  return rows.map((row) => row.id);
}

/** Deletes failed jobs, all or those with these ids; returns their ids. */
export async function deleteFailedJobs(
  db: Db,
  selection: readonly number[] | 'all',
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    delete from jobs where failed_at is not null and ${selectionCondition(selection)} returning id
  `.execute(db);
  return rows.map((row) => row.id);
}

function selectionCondition(selection: readonly number[] | 'all'): RawBuilder<boolean> {
  return selection === 'all' ? sql`true` : sql`id = any(${selection}::bigint[])`;
}
