import type { z } from 'zod';
import type { SystemContext } from '../context.ts';
import type { JobTaskName } from '../domain/shared/job.ts';

/** Kind of job. A job may run twice, so that it must be idempotent. */
export type JobTask = {
  name: JobTaskName;
  /** Maximum number of attempts, after which an operator has to decide. A periodic job has none. */
  attemptsMax: number;
  /** Interval of a periodic job in seconds. Undefined for a queued job. */
  everySeconds: number | undefined;
  /** Runs the job. Returns `unfit` for an invalid payload; throws when another attempt may succeed. */
  run: (ctx: SystemContext, payload: unknown) => Promise<'done' | 'unfit'>;
  /** Reports to waiting clients that the job will not run. */
  giveUp?: ((ctx: SystemContext, payload: unknown) => Promise<void>) | undefined;
};

type QueuedTask<Payload> = {
  name: JobTaskName;
  attemptsMax: number;
  /** Schema of the payload: ids, keys and counts, never personal data. */
  payload: z.ZodType<Payload>;
  run: (ctx: SystemContext, payload: Payload) => Promise<void>;
  /** Called before the job is marked as failed, possibly twice. */
  giveUp?: (ctx: SystemContext, payload: Payload) => Promise<void>;
};

export function queuedTask<Payload>(task: QueuedTask<Payload>): JobTask {
  const { name, attemptsMax, payload: schema } = task;
  const run: JobTask['run'] = async (ctx, payload) => {
    const checked = schema.safeParse(payload);
    if (!checked.success) return 'unfit';
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

export function routineTask({ name, everySeconds, run }: Routine): JobTask {
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
