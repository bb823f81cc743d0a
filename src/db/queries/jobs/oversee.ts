import { type RawBuilder, sql } from 'kysely';
import type { JobState } from '../../../domain/shared/job.ts';
import type { Db } from '../../client.ts';
import { readAcrossServices } from '../../statements/across-services.ts';

/** A job as its operator sees it. */
export type ListedJob = {
  id: number;
  /** Null where it is about no service, or the service is gone. */
  service: string | null;
  task: string;
  state: JobState;
  attempts: number;
  /** When it runs next; of one that failed, when it did so for the last time. */
  at: Date;
  error: string | null;
};

/** Up to `max` jobs of all services, those that failed first and then as they come. */
export async function listJobs(
  db: Db,
  { state, max }: { state: JobState | undefined; max: number },
): Promise<ListedJob[]> {
  const { rows } = await sql<ListedJob>`
    select j.id, s.name as service, j.task, ${stateOf('j')} as state, j.attempts,
      coalesce(j.failed_at, j.due_at) as at, j.error
    from jobs j left join services s on s.id = j.service_id
    where ${state ?? null}::text is null or ${stateOf('j')} = ${state ?? null}
    order by j.failed_at, j.due_at, j.id limit ${max}
  `.execute(db);
  return rows;
}

/** Number of jobs of a task in a state. `oldestSeconds` is the time since the oldest was due, or failed. */
export type JobCount = { task: string; state: JobState; count: number; oldestSeconds: number };

/** The queue as a whole, for who watches it. */
export async function countJobs(db: Db): Promise<JobCount[]> {
  const counting = sql<JobCount>`
    select j.task, ${stateOf('j')} as state, count(*)::integer as count,
      greatest(0, extract(epoch from now() - min(coalesce(j.failed_at, j.due_at))))::float8
        as "oldestSeconds"
    from jobs j group by 1, 2 order by 1, 2
  `;
  const rows = await readAcrossServices(db, counting.compile(db));
  return rows;
}

function stateOf(alias: string): RawBuilder<JobState> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql`case
    when ${column('failed_at')} is not null then 'failed'
    when ${column('held_by')} is not null and ${column('due_at')} > now() then 'held'
    else 'waiting' end`;
}

/** Has failed jobs with these ids tried again as if for the first time, or all of them; answers their ids. */
export async function retryFailedJobs(db: Db, which: readonly number[] | 'all'): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update jobs set failed_at = null, error = null, attempts = 0, due_at = now()
    where failed_at is not null and ${isOf(which)}
    returning id
  `.execute(db);
  return rows.map((row) => row.id);
}

/** Deletes failed jobs with these ids, or all of them; answers their ids. */
export async function deleteFailedJobs(
  db: Db,
  which: readonly number[] | 'all',
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    delete from jobs where failed_at is not null and ${isOf(which)} returning id
  `.execute(db);
  return rows.map((row) => row.id);
}

function isOf(which: readonly number[] | 'all'): RawBuilder<boolean> {
  return which === 'all' ? sql`true` : sql`id = any(${which}::bigint[])`;
}
