import { fileURLToPath } from 'node:url';

/** Holds the databases between runs, so that the rows are loaded once, and all files that a run writes. */
export const DATA_FOLDER: string = fileURLToPath(new URL('../.data', import.meta.url));
