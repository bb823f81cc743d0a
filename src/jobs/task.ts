import type { z } from 'zod';
import type { SystemContext } from '../context.ts';
import type { JobTaskName } from '../domain/shared/job.ts';

/** Kind of job. A job may run twice, so that it must be idempotent. */
export type JobTask = {
  name: JobTaskName;
  /** After so many attempts it is left to the operator. A routine is tried for ever. */
  attemptsMax: number;
  /** Interval of a periodic job in seconds. Undefined for a queued job. */
  everySeconds: number | undefined;
  /** Answers `unfit` for a payload that is none of its own; throws what makes it worth another attempt. */
  run: (ctx: SystemContext, payload: unknown) => Promise<'done' | 'unfit'>;
  /** Reports to waiting clients that the job will not run. */
  giveUp?: ((ctx: SystemContext, payload: unknown) => Promise<void>) | undefined;
};

type QueuedTask<Payload> = {
  name: JobTaskName;
  attemptsMax: number;
  /** Ids, keys and counts: never what is personal. */
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
