import type { JobTask } from './task.ts';
import { deleteBytes } from './tasks/delete-bytes.ts';
import { rescreen } from './tasks/rescreen.ts';
import { screenParticipants } from './tasks/screen-participants.ts';
import { SWEEPS } from './tasks/sweep.ts';

/** Tasks that every worker runs. Extraction and webhooks have workers of their own. */
export const TASKS: readonly JobTask[] = [deleteBytes, screenParticipants, rescreen, ...SWEEPS];
