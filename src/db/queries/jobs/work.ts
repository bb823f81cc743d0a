import { sql } from 'kysely';
import { type JobTaskName, NO_SERVICE } from '../../../domain/shared/job.ts';
import { withinService } from '../../../runtime/work-scope.ts';
import type { Db } from '../../client.ts';
import { readAcrossServices } from '../../statements/read-across-services.ts';

/** Claimed job, leased for LEASE_SECONDS unless the lease is renewed. */
export type ClaimedJob = {
  serviceId: number;
  id: number;
  task: JobTaskName;
  payload: unknown;
  /** Number of attempts, including the current one. */
  attempts: number;
  /** Token of the claim, required to complete the job. When the lease ends, another claim replaces it. */
  heldBy: string;
};

/** Duration of a lease: the jobs of a dead worker run again after it. */
export const LEASE_SECONDS = 30;
/** Number of services in one round of a worker. */
const SERVICES_MAX = 100;

/** Task that runs periodically. */
export type Routine = { task: JobTaskName; everySeconds: number };

/** Queues the periodic tasks, first due after one interval; existing jobs stay unchanged. */
export async function queueRoutines(db: Db, routines: readonly Routine[]): Promise<void> {
  const statement = sql`
    insert into jobs (service_id, task, key, payload, due_at)
    select ${NO_SERVICE}::integer, task, '', '{}'::jsonb, now() + seconds * interval '1 second'
    from unnest(
      ${routines.map((routine) => routine.task)}::text[], ${routines.map((routine) => routine.everySeconds)}::integer[]
    ) as r (task, seconds)
    on conflict (service_id, task, key) do nothing
  `;
  await withinService(NO_SERVICE, async () => await statement.execute(db));
}

/** Returns up to SERVICES_MAX services with due jobs of these tasks, the longest waiting first. */
export async function listDueServices(db: Db, tasks: readonly JobTaskName[]): Promise<number[]> {
  const selectServices = sql<{ serviceId: number }>`
    select service_id as "serviceId" from jobs
    where failed_at is null and due_at <= now() and task = any(${tasks}::text[])
    group by service_id order by min(due_at) limit ${SERVICES_MAX}
  `;
  const rows = await readAcrossServices(db, selectServices.compile(db));
  return rows.map((row) => row.serviceId);
}

export type JobClaim = {
  serviceId: number;
  tasks: readonly JobTaskName[];
  max: number;
  /** Token, different for each claim. */
  heldBy: string;
};

/** Claims up to `max` due jobs of a service, skipping jobs that are locked. */
export async function claimJobs(db: Db, claim: JobClaim): Promise<ClaimedJob[]> {
  const { serviceId, tasks, max, heldBy } = claim;
  const statement = sql<ClaimedJob>`
    with due as materialized (
      select id from jobs
      where service_id = ${serviceId} and failed_at is null and due_at <= now()
        and task = any(${tasks}::text[])
      order by due_at limit ${max} for update skip locked
    )
    update jobs j set
      held_by = ${heldBy}, attempts = j.attempts + 1,
      due_at = now() + ${LEASE_SECONDS}::integer * interval '1 second'
    where j.service_id = ${serviceId} and j.id = any(array(select id from due))
    returning j.service_id as "serviceId", j.id, j.task, j.payload, j.attempts, j.held_by as "heldBy"
  `;
  const { rows } = await withinService(serviceId, async () => await statement.execute(db));
  return rows;
}

/**
 * Renews leases for another LEASE_SECONDS, except of locked jobs, which the next renewal covers. One statement for each
 * service, because a statement sees the rows of one service only.
 */
export async function renewJobs(db: Db, jobs: readonly ClaimedJob[]): Promise<void> {
  for (const [serviceId, serviceJobs] of Map.groupBy(jobs, (job) => job.serviceId)) {
    const statement = sql`
      with held_jobs as materialized (
        select id from jobs
        where service_id = ${serviceId} and id = any(${serviceJobs.map((job) => job.id)}::bigint[])
          and held_by = any(${serviceJobs.map((job) => job.heldBy)}::uuid[])
        for update skip locked
      )
      update jobs j set due_at = now() + ${LEASE_SECONDS}::integer * interval '1 second'
      where j.service_id = ${serviceId} and j.id = any(array(select id from held_jobs))
    `;
    await withinService(serviceId, async () => await statement.execute(db));
  }
}

/** Deletes a completed job. This and the following functions do nothing when the claim of the job was replaced. */
export async function completeJob(db: Db, { serviceId, id, heldBy }: ClaimedJob): Promise<void> {
  await sql`
    delete from jobs where service_id = ${serviceId} and id = ${id} and held_by = ${heldBy}
  `.execute(db);
}

/** Schedules the next run of a periodic task. */
export async function rescheduleJob(db: Db, job: ClaimedJob, everySeconds: number): Promise<void> {
  await sql`
    update jobs set held_by = null, attempts = 0, error = null,
      due_at = now() + ${everySeconds}::integer * interval '1 second'
    where service_id = ${job.serviceId} and id = ${job.id} and held_by = ${job.heldBy}
  `.execute(db);
}

/** Schedules another attempt at a job after `delaySeconds`. */
export async function retryJobLater(
  db: Db,
  job: ClaimedJob,
  { delaySeconds, error }: { delaySeconds: number; error: string },
): Promise<void> {
  await sql`
    update jobs set held_by = null, error = ${error},
      due_at = now() + ${delaySeconds}::integer * interval '1 second'
    where service_id = ${job.serviceId} and id = ${job.id} and held_by = ${job.heldBy}
  `.execute(db);
}

/** Marks a job as failed: it does not run again until an operator retries it. */
export async function failJob(db: Db, job: ClaimedJob, error: string): Promise<void> {
  await sql`
    update jobs set held_by = null, failed_at = now(), error = ${error}
    where service_id = ${job.serviceId} and id = ${job.id} and held_by = ${job.heldBy}
  `.execute(db);
}
