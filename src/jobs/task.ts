import type { z } from 'zod';
import type { SystemContext } from '../context.ts';
import type { JobTaskName } from '../domain/shared/job.ts';

/** Kind of job. A job may run more than once, so that `run` must be idempotent. */
export type JobTask = {
  name: JobTaskName;
  /**
   * Number of attempts after which a job fails until an operator retries it. Infinity for a job that is retried without
   * a limit.
   */
  attemptsMax: number;
  /** Interval of a periodic job in seconds. Undefined for a queued job. */
  everySeconds: number | undefined;
  /** Runs the job. Returns `invalid_payload` for an invalid payload; throws when another attempt may succeed. */
  run: (ctx: SystemContext, payload: unknown) => Promise<'done' | 'invalid_payload'>;
  /** Called before the job is marked as failed, possibly twice, for example to notify waiting clients. */
  giveUp?: ((ctx: SystemContext, payload: unknown) => Promise<void>) | undefined;
};

type QueuedTask<Payload> = {
  name: JobTaskName;
  attemptsMax: number;
  /** Schema of the payload: ids, keys and counts, never personal data. */
  payload: z.ZodType<Payload>;
  run: (ctx: SystemContext, payload: Payload) => Promise<void>;
  /** Called before the job is marked as failed, possibly twice; not for an invalid payload. */
  giveUp?: (ctx: SystemContext, payload: Payload) => Promise<void>;
};

/** Creates a task whose jobs carry a payload; an invalid payload makes the job fail. */
export function createQueuedTask<Payload>(task: QueuedTask<Payload>): JobTask {
  const { name, attemptsMax, payload: schema } = task;
  const run: JobTask['run'] = async (ctx, payload) => {
    const checked = schema.safeParse(payload);
    if (!checked.success) return 'invalid_payload';
    await task.run(ctx, checked.data);
    return 'done';
  };
  const giveUp: JobTask['giveUp'] = async (ctx, payload) => {
    const checked = schema.safeParse(payload);
    if (checked.success) await task.giveUp?.(ctx, checked.data);
  };
  return { name, attemptsMax, everySeconds: undefined, run, giveUp };
}

type Routine = {
  name: JobTaskName;
  everySeconds: number;
  run: (ctx: SystemContext) => Promise<void>;
};

/** Creates a periodic task, which is retried without a limit. */
export function createPeriodicTask({ name, everySeconds, run }: Routine): JobTask {
  return {
    name,
    attemptsMax: Number.POSITIVE_INFINITY,
    everySeconds,
    run: async (ctx) => {
      await run(ctx);
      return 'done';
    },
  };
}
