import { userInfo } from 'node:os';
import { type Command, InvalidArgumentError } from 'commander';
import { isSharedList } from '../../../domain/lists/list-source.ts';
import { type LoadedList, loadList } from '../../../lists/load/load-list.ts';
import { type ColumnMapping, OWN_COLUMNS, readOwnList } from '../../../lists/own/own-list.ts';
import { READERS } from '../../../lists/readers.ts';
import { resolveListOwner } from '../../../lists/resolve-list-owner.ts';
import { today } from '../../../runtime/calendar.ts';
import { openDatabase } from '../../database/open-database.ts';
import { parseDate } from '../../terminal/parse-date.ts';
import { printJson, printLine } from '../../terminal/print.ts';
import { createProgressBar } from '../../terminal/progress-bar.ts';
import { readConfig } from '../../terminal/read-config.ts';
import { limitHeapGrowth } from '../../terminal/small-heap.ts';

type Options = {
  service?: string;
  asOf?: string;
  allowOlder?: boolean;
  dryRun?: boolean;
  column: ColumnMapping;
  json?: boolean;
};

export function registerListsImport(lists: Command): void {
  lists
    .command('import')
    .description('load a list as its authority publishes it, all of it or nothing')
    .argument(
      '<list>',
      'code of the list (gateway lists status), or custom:<name> for a list of a service',
    )
    .argument('<file...>', 'files of the list')
    .option('--service <name>', 'service that the list custom:<name> belongs to')
    .option(
      '--as-of <day>',
      'list date as YYYY-MM-DD, when the list does not state one; otherwise it is unknown',
      parseDate,
    )
    .option('--allow-older', 'load a list that is older than the loaded one, as history')
    .option(
      '--column <field=column>',
      `column of the file for a field of a custom list; the field is one of ${OWN_COLUMNS.join(', ')}`,
      addColumn,
      {},
    )
    .option(
      '--dry-run',
      'read everything and print the changes of an import, without changing anything',
    )
    .option('--json', 'print the result as JSON')
    .action(importList);
}

function addColumn(text: string, mapping: ColumnMapping): ColumnMapping {
  const [field, header] = text.split('=', 2);
  const column = OWN_COLUMNS.find((ownColumn) => ownColumn === field);
  if (column === undefined || header === undefined || header === '') {
    throw new InvalidArgumentError(
      `Must be one of ${OWN_COLUMNS.join(', ')}, followed by = and the name of a column.`,
    );
  }
  return { ...mapping, [column]: header };
}

async function importList(source: string, files: string[], options: Options): Promise<void> {
  limitHeapGrowth();
  const database = await openDatabase(readConfig());
  const bar = createProgressBar(
    '{phase} [{bar}] {percentage}% | {entries} entries | {duration_formatted}',
  );
  try {
    const owner = await resolveListOwner(database.db, { source, ...options });
    const loaded = await loadList({
      ...owner,
      pool: database.pool,
      files,
      read: isSharedList(source) ? READERS[source] : readOwnList(options.column),
      ...(options.asOf === undefined ? {} : { asOf: options.asOf }),
      allowOlder: options.allowOlder ?? false,
      mode: options.dryRun ? 'try' : 'store',
      today: today(),
      loadedBy: userInfo().username,
      onProgress: ({ fraction, entries }) => bar.show(fraction, { phase: 'Reading', entries }),
    });
    bar.stop();
    if (options.json) printJson(loaded);
    else for (const line of describeLoaded(loaded, options)) printLine(line);
  } finally {
    bar.stop();
    await database.close();
  }
}

/** Yields the lines that describe a loaded list, or the changes that an import would make. */
export function* describeLoaded(
  { rows, changes, ...loaded }: LoadedList,
  { dryRun }: { dryRun?: boolean } = {},
): Generator<string> {
  if (loaded.outcome === 'same') {
    yield `${loaded.source} (${loaded.asOf ?? 'day unknown'}) is already loaded from the same files.`;
    return;
  }
  if (dryRun) yield 'The list is readable. Nothing was changed; an import would do this:';
  const listDate = loaded.asOf === null ? '' : ` of ${loaded.asOf}`;
  yield `${loaded.source}${listDate} (${DATE_ORIGINS[loaded.asOfOrigin]}), SHA-256 ${loaded.sha256}`;
  if (loaded.asOf !== loaded.countsFrom) yield `It applies from ${loaded.countsFrom}.`;
  yield `rows: read ${rows.read}, kept ${rows.kept}, suppressed ${rows.suppressed}, warnings ${loaded.warnings}`;
  yield `entries: added ${changes.added}, changed ${changes.changed}, removed ${changes.removed}, unchanged ${changes.unchanged}`;
}

/**
 * Text for the origin of the list date: the file, the option --as-of, or none, so that the day of loading replaces it.
 */
const DATE_ORIGINS = {
  file: 'date stated in the list',
  operator: 'date set by --as-of',
  loaded: 'date unknown: set it with --as-of or gateway lists redate',
};
