import { sql } from 'kysely';
import { type JobTaskName, NO_SERVICE } from '../../../domain/shared/job.ts';
import { withinService } from '../../../runtime/work-scope.ts';
import type { Db } from '../../client.ts';
import { readAcrossServices } from '../../statements/across-services.ts';

/** A job that is held: for LEASE_SECONDS, unless that is renewed. */
export type HeldJob = {
  serviceId: number;
  id: number;
  task: JobTaskName;
  payload: unknown;
  /** With the one under way. */
  attempts: number;
  /** Token that completing the job requires: after the lease, the job has another. */
  heldBy: string;
};

/** Time after which the jobs of a dead worker run again. */
export const LEASE_SECONDS = 30;
const SERVICES_MAX = 100;

/** A task that comes round by itself. */
export type Routine = { task: JobTaskName; everySeconds: number };

/** Has each routine come round, the first time after one interval; one that is there already stays as it is. */
export async function queueRoutines(db: Db, routines: readonly Routine[]): Promise<void> {
  const queueing = sql`
    insert into jobs (service_id, task, key, payload, due_at)
    select ${NO_SERVICE}::integer, task, '', '{}'::jsonb, now() + seconds * interval '1 second'
    from unnest(
      ${routines.map((one) => one.task)}::text[], ${routines.map((one) => one.everySeconds)}::integer[]
    ) as r (task, seconds)
    on conflict (service_id, task, key) do nothing
  `;
  await withinService(NO_SERVICE, async () => await queueing.execute(db));
}

/** Services that have jobs which are due, those that wait longest first. */
export async function listDueServices(db: Db, tasks: readonly JobTaskName[]): Promise<number[]> {
  const finding = sql<{ serviceId: number }>`
    select service_id as "serviceId" from jobs
    where failed_at is null and due_at <= now() and task = any(${tasks}::text[])
    group by service_id order by min(due_at) limit ${SERVICES_MAX}
  `;
  const rows = await readAcrossServices(db, finding.compile(db));
  return rows.map((row) => row.serviceId);
}

export type JobClaim = {
  serviceId: number;
  tasks: readonly JobTaskName[];
  max: number;
  /** Another one for each claim. */
  heldBy: string;
};

/** Takes up to `max` jobs of a service that are due, past those that others are just taking. */
export async function claimJobs(db: Db, claim: JobClaim): Promise<HeldJob[]> {
  const { serviceId, tasks, max, heldBy } = claim;
  const claiming = sql<HeldJob>`
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
  const { rows } = await withinService(serviceId, async () => await claiming.execute(db));
  return rows;
}

/**
 * Keeps what is held for another LEASE_SECONDS, but for what somebody is just changing: it comes with the next time. One
 * statement for each service, as every statement that locks.
 */
export async function renewJobs(db: Db, jobs: readonly HeldJob[]): Promise<void> {
  for (const [serviceId, held] of Map.groupBy(jobs, (job) => job.serviceId)) {
    const renewing = sql`
      with held as materialized (
        select id from jobs
        where service_id = ${serviceId} and id = any(${held.map((job) => job.id)}::bigint[])
          and held_by = any(${held.map((job) => job.heldBy)}::uuid[])
        for update skip locked
      )
      update jobs j set due_at = now() + ${LEASE_SECONDS}::integer * interval '1 second'
      where j.service_id = ${serviceId} and j.id = any(array(select id from held))
    `;
    await withinService(serviceId, async () => await renewing.execute(db));
  }
}

export async function endJob(db: Db, { serviceId, id, heldBy }: HeldJob): Promise<void> {
  await sql`
    delete from jobs where service_id = ${serviceId} and id = ${id} and held_by = ${heldBy}
  `.execute(db);
}

/** Lets a routine come round again. */
export async function rearmJob(db: Db, job: HeldJob, everySeconds: number): Promise<void> {
  await sql`
    update jobs set held_by = null, attempts = 0, error = null,
      due_at = now() + ${everySeconds}::integer * interval '1 second'
    where service_id = ${job.serviceId} and id = ${job.id} and held_by = ${job.heldBy}
  `.execute(db);
}

/** Has a job tried again later. */
export async function postponeJob(
  db: Db,
  job: HeldJob,
  { delaySeconds, error }: { delaySeconds: number; error: string },
): Promise<void> {
  await sql`
    update jobs set held_by = null, error = ${error},
      due_at = now() + ${delaySeconds}::integer * interval '1 second'
    where service_id = ${job.serviceId} and id = ${job.id} and held_by = ${job.heldBy}
  `.execute(db);
}

/** Leaves a job to the operator. */
export async function failJob(db: Db, job: HeldJob, error: string): Promise<void> {
  await sql`
    update jobs set held_by = null, failed_at = now(), error = ${error}
    where service_id = ${job.serviceId} and id = ${job.id} and held_by = ${job.heldBy}
  `.execute(db);
}
