import type { JobTask } from './task.ts';
import { deleteBytes } from './tasks/delete-bytes.ts';
import { extractDocument } from './tasks/extract-document.ts';
import { rescreen } from './tasks/rescreen.ts';
import { screenParticipants } from './tasks/screen-participants.ts';
import { SWEEPS } from './tasks/sweep.ts';

/** Everything that a worker does. */
export const TASKS: readonly JobTask[] = [
  deleteBytes,
  extractDocument,
  screenParticipants,
  rescreen,
  ...SWEEPS,
];
