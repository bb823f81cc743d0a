import { z } from 'zod';
import { rescreen as run } from '../../resolvers/rescreening/rescreen.ts';
import { createQueuedTask } from '../task.ts';

/** Attempts over more than a day, in which the database may be unavailable. */
const ATTEMPTS_MAX = 40;

export const rescreen = createQueuedTask({
  name: 'rescreen',
  attemptsMax: ATTEMPTS_MAX,
  payload: z.strictObject({ source: z.string().min(1).max(100) }),
  run: async (ctx, { source }) => await run(ctx, source),
});
