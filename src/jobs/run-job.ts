import type { SystemContext } from '../context.ts';
import {
  type ClaimedJob,
  completeJob,
  failJob,
  rescheduleJob,
  retryJobLater,
} from '../db/queries/jobs/work.ts';
import { retryDelaySeconds } from '../domain/shared/job.ts';
import { describeError } from '../log.ts';
import { watchers } from '../runtime/instruments/watchers.ts';
import { runInWorkScope, WorkScope } from '../runtime/work-scope.ts';
import type { JobTask } from './task.ts';

/** Dependencies that a worker passes to each job. */
export type JobTools = Omit<SystemContext, 'serviceId'>;

/** Runs a claimed job, stores its outcome and logs it. Never throws. */
export async function runJob(tools: JobTools, task: JobTask, job: ClaimedJob): Promise<void> {
  const { id, serviceId, attempts } = job;
  const log = tools.log.child({ job: id, task: task.name, serviceId, attempts });
  const workScope = new WorkScope();
  workScope.serviceId = serviceId;
  workScope.trace = watchers.tracer?.job(task.name);
  const startedAt = performance.now();
  let loggedOutcome = 'unknown';
  try {
    await runInWorkScope(workScope, async () => {
      const outcome = await attemptJob({ ...tools, serviceId, log }, task, job);
      const durationMs = performance.now() - startedAt;
      const usage = {
        sql: workScope.statements,
        sqlMs: roundToTenths(workScope.databaseWaitMs),
        durationMs: roundToTenths(durationMs),
      };
      loggedOutcome = await storeOutcome(
        { ...tools, serviceId, log },
        { task, job, outcome, usage },
      );
      watchers.meter?.job({ task: task.name, outcome: loggedOutcome, seconds: durationMs / 1000 });
    });
  } catch (error) {
    // The lease expires and the job runs again.
    log.error({ err: error }, 'the outcome of a job could not be stored');
  }
  workScope.trace?.end({
    hasFailed: loggedOutcome !== 'done',
    attributes: { 'gateway.outcome': loggedOutcome },
  });
}

function roundToTenths(ms: number): number {
  return Math.round(ms * 10) / 10;
}

type Outcome =
  | { kind: 'done' }
  | { kind: 'failed'; error: unknown }
  | { kind: 'not_retryable'; reason: 'invalid_payload' | 'worker_lost' };

async function attemptJob(ctx: SystemContext, task: JobTask, job: ClaimedJob): Promise<Outcome> {
  // No earlier attempt has stored an outcome: each ended with its process, or its lease expired.
  if (job.attempts > task.attemptsMax) return { kind: 'not_retryable', reason: 'worker_lost' };
  try {
    const result = await task.run(ctx, job.payload);
    return result === 'done'
      ? { kind: 'done' }
      : { kind: 'not_retryable', reason: 'invalid_payload' };
  } catch (error) {
    return { kind: 'failed', error };
  }
}

type Settlement = {
  task: JobTask;
  job: ClaimedJob;
  outcome: Outcome;
  /** Statements and durations, for the log. */
  usage: object;
};

/** Stores the outcome of a job and returns its name in the log. */
async function storeOutcome(
  ctx: SystemContext,
  { task, job, outcome, usage }: Settlement,
): Promise<'done' | 'given_up' | 'postponed'> {
  const { db, log } = ctx;
  if (outcome.kind === 'done') {
    if (task.everySeconds === undefined) await completeJob(db, job);
    else await rescheduleJob(db, job, task.everySeconds);
    log.info({ outcome: 'done', ...usage }, 'job');
    return 'done';
  }
  const error = outcome.kind === 'failed' ? summarizeError(outcome.error) : outcome.reason;
  const reason = outcome.kind === 'failed' ? { err: outcome.error } : { reason: outcome.reason };
  if (outcome.kind === 'not_retryable' || job.attempts >= task.attemptsMax) {
    log.error({ outcome: 'given_up', ...usage, ...reason }, 'job');
    await task.giveUp?.(ctx, job.payload);
    await failJob(db, job, error);
    return 'given_up';
  }
  log.warn({ outcome: 'postponed', ...usage, ...reason }, 'job');
  const delaySeconds = Math.min(retryDelaySeconds(job.attempts), task.everySeconds ?? Infinity);
  await retryJobLater(db, job, { delaySeconds, error });
  return 'postponed';
}

/** Maximum length of a stored error. */
const ERROR_LENGTH_MAX = 100;

/** Returns name and code of an error, without its message, which may quote a row. */
function summarizeError(error: unknown): string {
  const { name, code } = describeError(error);
  const words = typeof code === 'string' ? `${String(name)} ${code}` : String(name);
  return words.slice(0, ERROR_LENGTH_MAX);
}
