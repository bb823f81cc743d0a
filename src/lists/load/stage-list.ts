import {
  copyStagedList,
  encodeStagedListRow,
  indexListStaging,
  openListStaging,
  STAGED_TABLES,
  type StagedTable,
} from '../../db/queries/lists/staging.ts';
import type { ClientConnection } from '../../db/staging/client-connection.ts';
import { correctIdentifierKind } from '../../domain/lists/identifier-kind.ts';
import type { ListEntry } from '../../domain/lists/list-entry.ts';
import { ALL_SERVICES } from '../../domain/lists/list-source.ts';
import { OperatorError } from '../../errors.ts';
import { timeSlices } from '../../scheduling/time-slices.ts';
import { hashEntry } from './content-hash.ts';

/** Maximum number of entries. The largest published list has 264,368. */
const ENTRIES_MAX = 3_000_000;
/** Maximum number of stored names of an entry, and of stored identifiers; further ones are omitted. */
const NAMES_MAX = 500;
const IDENTIFIERS_MAX = 500;
/** Length of the buffered rows, in UTF-16 code units, above which they are sent. */
const FLUSH_LENGTH = 1024 * 1024;
/** Number of entries between two progress reports. */
const PROGRESS_INTERVAL = 500;

type NumberedEntry = { record: number; entry: ListEntry };

/**
 * Copies entries to the temporary tables while they are read, one megabyte at a time, and returns their number.
 * Repeated keys get a number in the order of the list.
 */
export async function stageList(
  { db, client }: ClientConnection,
  entries: AsyncIterable<ListEntry>,
  onEntries: (count: number) => void,
): Promise<number> {
  await openListStaging(db);
  const writer = new StageWriter(client);
  let record = 0;
  const countByKey = new Map<string, number>();
  try {
    for await (const entry of entries) {
      // Yields to requests that the same process serves.
      if (timeSlices.isOver()) await timeSlices.wait(ALL_SERVICES);
      if (record >= ENTRIES_MAX) throw new OperatorError(TOO_MANY_ENTRIES);
      const count = (countByKey.get(entry.key) ?? 0) + 1;
      countByKey.set(entry.key, count);
      const key = count === 1 ? entry.key : `${entry.key}#${count}`;
      const identifiers = entry.identifiers.map(correctIdentifierKind);
      writer.add({ record, entry: { ...entry, key, identifiers } });
      if (writer.isFull) await writer.flush();
      record += 1;
      if (record % PROGRESS_INTERVAL === 0) onEntries(record);
    }
    await writer.flush();
  } finally {
    // The connection accepts no other statement during a copy.
    await writer.settle();
  }
  await writer.end();
  await indexListStaging(db);
  return record;
}

/** Sends the rows of entries while the next are read. */
class StageWriter {
  readonly #client: ClientConnection['client'];
  #chunks = createEmptyChunks();
  #length = 0;
  #lastSend: Promise<void> = Promise.resolve();

  constructor(client: ClientConnection['client']) {
    this.#client = client;
  }

  get isFull(): boolean {
    return this.#length >= FLUSH_LENGTH;
  }

  add(numberedEntry: NumberedEntry): void {
    for (const [table, line] of encodeEntry(numberedEntry)) {
      this.#chunks[table].push(line);
      this.#length += line.length;
    }
  }

  /**
   * Starts to send the buffered rows. Resolves when the rows of the previous flush are stored; rejects when that
   * failed.
   */
  async flush(): Promise<void> {
    const chunks = this.#chunks;
    this.#chunks = createEmptyChunks();
    this.#length = 0;
    await this.#lastSend;
    this.#lastSend = this.#send(chunks);
    // The rejection is handled by the next flush or `end`, not by the process.
    this.#lastSend.catch(() => undefined);
  }

  /** Resolves when no copy is running, whether it succeeded or not. */
  async settle(): Promise<void> {
    await Promise.allSettled([this.#lastSend]);
  }

  /** Resolves when all sent rows are stored; rejects when that failed. */
  async end(): Promise<void> {
    await this.#lastSend;
  }

  async #send(chunks: Record<StagedTable, string[]>): Promise<void> {
    for (const table of STAGED_TABLES)
      if (chunks[table].length > 0)
        await copyStagedList(this.#client, table, [chunks[table].join('')]);
  }
}

function createEmptyChunks(): Record<StagedTable, string[]> {
  return { staged_entries: [], staged_names: [], staged_identifiers: [] };
}

const TOO_MANY_ENTRIES = `Nothing was loaded: the list has over ${ENTRIES_MAX} entries. The loaded list is unchanged.`;

function* encodeEntry({ record, entry }: NumberedEntry): Generator<[StagedTable, string]> {
  const names = entry.names.slice(0, NAMES_MAX);
  const hashes = hashEntry(entry);
  yield [
    'staged_entries',
    encodeStagedListRow('staged_entries', {
      record,
      entry_key: entry.key,
      content_hash: `\\x${hashes.content}`,
      matter_hash: `\\x${hashes.matter}`,
      party_type: entry.partyType,
      name: names[0]?.name ?? '',
      status: entry.status,
      programs: entry.programs,
      birth_dates: entry.birthDates,
      countries: entry.countries,
      details: JSON.stringify(entry.details),
    }),
  ];
  for (const [position, { name, kind }] of names.entries())
    yield ['staged_names', encodeStagedListRow('staged_names', { record, position, name, kind })];
  for (const [position, identifier] of entry.identifiers.slice(0, IDENTIFIERS_MAX).entries()) {
    const row = { record, position, ...identifier };
    yield ['staged_identifiers', encodeStagedListRow('staged_identifiers', row)];
  }
}
