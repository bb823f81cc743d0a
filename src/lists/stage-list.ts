import {
  closeListStaging,
  copyStagedList,
  encodeStagedListRow,
  openListStaging,
  STAGED_TABLES,
  type StagedTable,
} from '../db/queries/lists/staging.ts';
import type { ClientConnection } from '../db/staging/client-connection.ts';
import type { ListEntry } from '../domain/lists/list-entry.ts';
import { ALL_SERVICES } from '../domain/lists/list-source.ts';
import { OperatorError } from '../errors.ts';
import { slices } from '../pacing/slices.ts';
import { hashEntry } from './content-hash.ts';

/** The largest list that is published has 264,368 entries. */
const ENTRIES_MAX = 3_000_000;
const NAMES_MAX = 500;
const IDENTIFIERS_MAX = 500;
const FLUSH_LENGTH = 2 * 1024 * 1024;

/** What names are found by. */
export type KeysOf = (name: string, partyType: ListEntry['partyType']) => readonly string[];

/**
 * Copies entries into the temporary tables while they are read, a few megabytes at a time; answers how many. Entries
 * of one key beyond the first are numbered in the order of the list.
 */
export async function stageList(
  { db, client }: ClientConnection,
  entries: AsyncIterable<ListEntry>,
  { keysOf, onEntry }: { keysOf: KeysOf; onEntry: (count: number) => void },
): Promise<number> {
  await openListStaging(db);
  const chunks: Record<StagedTable, string[]> = {
    staged_entries: [],
    staged_names: [],
    staged_identifiers: [],
  };
  let length = 0;
  const flush = async () => {
    for (const table of STAGED_TABLES) {
      if (chunks[table].length > 0) await copyStagedList(client, table, [chunks[table].join('')]);
      chunks[table] = [];
    }
    length = 0;
  };
  let record = 0;
  const countByKey = new Map<string, number>();
  for await (const entry of entries) {
    // A worker that also serves answers in between.
    if (slices.isOver()) await slices.wait(ALL_SERVICES);
    if (record >= ENTRIES_MAX) throw new OperatorError(TOO_MANY);
    const count = (countByKey.get(entry.key) ?? 0) + 1;
    countByKey.set(entry.key, count);
    const key = count === 1 ? entry.key : `${entry.key}#${count}`;
    for (const [table, line] of encodeEntry({ ...entry, key }, { record, keysOf })) {
      chunks[table].push(line);
      length += line.length;
    }
    record += 1;
    if (length < FLUSH_LENGTH) continue;
    onEntry(record);
    await flush();
  }
  await flush();
  await closeListStaging(db);
  return record;
}

const TOO_MANY = `Nothing was loaded: the list has over ${ENTRIES_MAX} entries. The list that was there stays.`;

function* encodeEntry(
  entry: ListEntry,
  { record, keysOf }: { record: number; keysOf: KeysOf },
): Generator<[StagedTable, string]> {
  const names = entry.names.slice(0, NAMES_MAX);
  const hashes = hashEntry(entry);
  yield [
    'staged_entries',
    encodeStagedListRow('staged_entries', {
      record,
      entry_key: entry.key,
      content_hash: toBytea(hashes.content),
      matter_hash: toBytea(hashes.matter),
      party_type: entry.partyType,
      name: names[0]?.name ?? '',
      status: entry.status,
      programs: entry.programs,
      birth_dates: entry.birthDates,
      countries: entry.countries,
      details: JSON.stringify(entry.details),
    }),
  ];
  for (const [position, { name, kind }] of names.entries()) {
    const keys = keysOf(name, entry.partyType);
    yield [
      'staged_names',
      encodeStagedListRow('staged_names', { record, position, name, kind, keys }),
    ];
  }
  for (const [position, identifier] of entry.identifiers.slice(0, IDENTIFIERS_MAX).entries()) {
    const row = { record, position, ...identifier };
    yield ['staged_identifiers', encodeStagedListRow('staged_identifiers', row)];
  }
}

function toBytea(hash: Buffer): string {
  return `\\x${hash.toString('hex')}`;
}
