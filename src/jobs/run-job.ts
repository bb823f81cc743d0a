import type { SystemCtx } from '../context.ts';
import { endJob, failJob, type HeldJob, postponeJob, rearmJob } from '../db/queries/jobs/work.ts';
import { retryDelaySeconds } from '../domain/job.ts';
import { describeError } from '../log.ts';
import { recorded, WorkRecord } from '../record/work-record.ts';
import type { JobTask } from './task.ts';

/** What a worker lends to each of its jobs. */
export type JobTools = Omit<SystemCtx, 'serviceId'>;

/** Runs a job that is held, writes down what came of it, and a line about it in the log; never throws. */
export async function runJob(tools: JobTools, task: JobTask, job: HeldJob): Promise<void> {
  const { id, serviceId, attempts } = job;
  const log = tools.log.child({ job: id, task: task.name, serviceId, attempts });
  const record = new WorkRecord();
  record.serviceId = serviceId;
  const startedAt = performance.now();
  try {
    await recorded(record, async () => {
      const outcome = await attempt({ ...tools, serviceId, log }, task, job);
      const durationMs = tenths(performance.now() - startedAt);
      const spent = { sql: record.statements, sqlMs: tenths(record.waitedMs), durationMs };
      await settle({ ...tools, serviceId, log }, { task, job, outcome, spent });
    });
  } catch (error) {
    // Its lease ends, and it is run again.
    log.error({ err: error }, 'what came of a job could not be written down');
  }
}

function tenths(ms: number): number {
  return Math.round(ms * 10) / 10;
}

type Outcome =
  | { kind: 'done' }
  | { kind: 'failed'; error: unknown }
  | { kind: 'hopeless'; reason: 'invalid_payload' | 'worker_lost' };

async function attempt(ctx: SystemCtx, task: JobTask, job: HeldJob): Promise<Outcome> {
  // Each time before, its process ended with it, or was not heard of for the time of a lease.
  if (job.attempts > task.attemptsMax) return { kind: 'hopeless', reason: 'worker_lost' };
  try {
    const answer = await task.run(ctx, job.payload);
    return answer === 'done' ? { kind: 'done' } : { kind: 'hopeless', reason: 'invalid_payload' };
  } catch (error) {
    return { kind: 'failed', error };
  }
}

type Settlement = {
  task: JobTask;
  job: HeldJob;
  outcome: Outcome;
  /** What it took, for the log. */
  spent: object;
};

async function settle(ctx: SystemCtx, { task, job, outcome, spent }: Settlement): Promise<void> {
  const { db, log } = ctx;
  if (outcome.kind === 'done') {
    if (task.everySeconds === undefined) await endJob(db, job);
    else await rearmJob(db, job, task.everySeconds);
    log.info({ outcome: 'done', ...spent }, 'job');
    return;
  }
  const error = outcome.kind === 'failed' ? nameError(outcome.error) : outcome.reason;
  const reason = outcome.kind === 'failed' ? { err: outcome.error } : { reason: outcome.reason };
  if (outcome.kind === 'hopeless' || job.attempts >= task.attemptsMax) {
    log.error({ outcome: 'given_up', ...spent, ...reason }, 'job');
    await task.giveUp?.(ctx, job.payload);
    await failJob(db, job, error);
    return;
  }
  log.warn({ outcome: 'postponed', ...spent, ...reason }, 'job');
  const delaySeconds = Math.min(retryDelaySeconds(job.attempts), task.everySeconds ?? Infinity);
  await postponeJob(db, job, { delaySeconds, error });
}

const ERROR_LENGTH_MAX = 100;

/** Its name and code: messages can quote a row. */
function nameError(error: unknown): string {
  const { name, code } = describeError(error);
  const words = typeof code === 'string' ? `${String(name)} ${code}` : String(name);
  return words.slice(0, ERROR_LENGTH_MAX);
}
