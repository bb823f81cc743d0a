import { printLine } from './src/print.ts';
import { readResults } from './src/results-file.ts';
import { formatResults } from './src/table.ts';

/** The results of the last run as docs/performance.md shows them. */
printLine(formatResults(await readResults()));
