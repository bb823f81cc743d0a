import { z } from 'zod';
import { screenQueued } from '../../resolvers/rescreening/screen-queued.ts';
import { createQueuedTask } from '../task.ts';

/** Attempts over more than a day, in which the database may be unavailable. */
const ATTEMPTS_MAX = 40;

/** Screens participants of a queue, which all jobs of the service process together. */
export const screenParticipants = createQueuedTask({
  name: 'screen_participants',
  attemptsMax: ATTEMPTS_MAX,
  payload: z.strictObject({}),
  run: async (ctx) => await screenQueued(ctx),
});
