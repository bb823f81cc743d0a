import type { z } from 'zod';
import type { SystemCtx } from '../context.ts';
import type { JobTaskName } from '../domain/shared/job.ts';

/** What a job of one kind does. It may run twice, so to have done it before must do no harm. */
export type JobTask = {
  name: JobTaskName;
  /** After so many attempts it is left to the operator. A routine is tried for ever. */
  attemptsMax: number;
  /** Of a routine, which comes round by itself; undefined: it is queued. */
  everySeconds: number | undefined;
  /** Answers `unfit` for a payload that is none of its own; throws what makes it worth another attempt. */
  run: (ctx: SystemCtx, payload: unknown) => Promise<'done' | 'unfit'>;
  /** Tells whoever waits for it that it will not be done. */
  giveUp?: ((ctx: SystemCtx, payload: unknown) => Promise<void>) | undefined;
};

type QueuedTask<Payload> = {
  name: JobTaskName;
  attemptsMax: number;
  /** Ids, keys and counts: never what is personal. */
  payload: z.ZodType<Payload>;
  run: (ctx: SystemCtx, payload: Payload) => Promise<void>;
  /** Told before it is left to the operator; it may be told twice. */
  giveUp?: (ctx: SystemCtx, payload: Payload) => Promise<void>;
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
  run: (ctx: SystemCtx) => Promise<void>;
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
