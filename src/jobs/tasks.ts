import type { JobTask } from './task.ts';
import { deleteBytes } from './tasks/delete-bytes.ts';
import { rescreen } from './tasks/rescreen.ts';
import { screenParticipants } from './tasks/screen-participants.ts';
import { SWEEPS } from './tasks/sweep.ts';

/** Tasks of the main worker, without configured periodic tasks. Extraction and webhooks have workers of their own. */
export const TASKS: readonly JobTask[] = [deleteBytes, screenParticipants, rescreen, ...SWEEPS];
