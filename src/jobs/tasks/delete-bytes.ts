import { z } from 'zod';
import { deleteStoredBytes } from '../../resolvers/files/delete-stored-bytes.ts';
import { createQueuedTask } from '../task.ts';

/** Attempts over nearly four days, in which the store may be unavailable. */
const ATTEMPTS_MAX = 100;

export const deleteBytes = createQueuedTask({
  name: 'delete_bytes',
  attemptsMax: ATTEMPTS_MAX,
  payload: z.strictObject({ storageKey: z.string().min(1).max(200) }),
  run: async (ctx, { storageKey }) => await deleteStoredBytes(ctx, storageKey),
});
