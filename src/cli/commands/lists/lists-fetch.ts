import { userInfo } from 'node:os';
import type { Command } from 'commander';
import { createDownloader } from '../../../adapters/downloads/downloader.ts';
import type { FetchedList } from '../../../lists/fetch/fetch-list.ts';
import { fetchLists } from '../../../lists/fetch/fetch-lists.ts';
import { resolveListUrls } from '../../../lists/fetch/list-urls.ts';
import { today } from '../../../runtime/calendar.ts';
import { openDatabase } from '../../database/open-database.ts';
import { printError, printJson, printLine } from '../../terminal/print.ts';
import { createProgressBar } from '../../terminal/progress-bar.ts';
import { readConfig } from '../../terminal/read-config.ts';
import { exitOnSignals } from '../../terminal/signals.ts';
import { limitHeapGrowth } from '../../terminal/small-heap.ts';
import { describeLoaded } from './lists-import.ts';

export function registerListsFetch(lists: Command): void {
  lists
    .command('fetch')
    .description('download lists from their authorities and load the changed ones')
    .argument('[list...]', 'codes of the lists; defaults to all lists with a URL')
    .option('--json', 'print the outcome of each list as JSON')
    .action(fetchAll);
}

/** Fetches and loads lists. Continues when one fails, and exits with 1 at the end. */
async function fetchAll(named: string[], { json }: { json?: boolean }): Promise<void> {
  limitHeapGrowth();
  const config = readConfig();
  const sources = resolveListUrls(config.lists.urls, named);
  // Temporary files are removed when the process exits.
  exitOnSignals();
  const database = await openDatabase(config);
  const bar = createProgressBar(
    '{phase} {source} [{bar}] {percentage}% | {entries} entries | {duration_formatted}',
  );
  try {
    const options = {
      pool: database.pool,
      download: createDownloader(config.lists),
      today: today(),
      loadedBy: userInfo().username,
      signal: new AbortController().signal,
      onFault: ({ error }: { error: unknown }) => {
        bar.stop();
        printError(error);
      },
      onProgress: ({ fraction, ...progress }: Progress) => bar.show(fraction, progress),
    };
    const fetched = await fetchLists(options, sources, (list) => {
      bar.stop();
      if (list.outcome === 'failed') process.exitCode = 1;
      if (!json) for (const line of describe(list)) printLine(line);
    });
    if (json) printJson(fetched);
  } finally {
    bar.stop();
    await database.close();
  }
}

type Progress = { source: string; phase: string; fraction: number; entries: number };

function* describe(list: FetchedList): Generator<string> {
  if (list.outcome === 'failed') yield `${list.source}: ${list.reason}`;
  else if (list.outcome === 'not_modified')
    yield `${list.source} (${list.asOf ?? 'day unknown'}) is still what its authority publishes.`;
  else yield* describeLoaded(list);
}
