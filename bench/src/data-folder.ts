import { fileURLToPath } from 'node:url';

/** Folder of the databases, which are loaded once for all runs, and of all files that a run writes. */
export const DATA_FOLDER: string = fileURLToPath(new URL('../.data', import.meta.url));
