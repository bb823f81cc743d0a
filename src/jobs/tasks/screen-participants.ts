import { z } from 'zod';
import { screenQueued } from '../../resolvers/rescreening/screen-queued.ts';
import { queuedTask } from '../task.ts';

/** Over a day, in which the database may be away. */
const ATTEMPTS_MAX = 40;

/** Whom it screens is in a queue of its own, which all jobs of the service empty together. */
export const screenParticipants = queuedTask({
  name: 'screen_participants',
  attemptsMax: ATTEMPTS_MAX,
  payload: z.strictObject({}),
  run: async (ctx) => await screenQueued(ctx),
});
