import {
  closeListStaging,
  copyStagedList,
  encodeStagedListRow,
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

/** The largest list that is published has 264,368 entries. */
const ENTRIES_MAX = 3_000_000;
const NAMES_MAX = 500;
const IDENTIFIERS_MAX = 500;
const FLUSH_LENGTH = 1024 * 1024;
/** Entries from one telling of how many there are to the next. */
const TOLD_EACH = 500;

type Placed = { record: number; entry: ListEntry };

/**
 * Copies entries into the temporary tables while they are read, a megabyte at a time; answers how many. Entries
 * of one key beyond the first are numbered in the order of the list.
 */
export async function stageList(
  { db, client }: ClientConnection,
  entries: AsyncIterable<ListEntry>,
  onEntry: (count: number) => void,
): Promise<number> {
  await openListStaging(db);
  const writer = new StageWriter(client);
  let record = 0;
  const countByKey = new Map<string, number>();
  try {
    for await (const entry of entries) {
      // A worker that also serves answers in between.
      if (timeSlices.isOver()) await timeSlices.wait(ALL_SERVICES);
      if (record >= ENTRIES_MAX) throw new OperatorError(TOO_MANY);
      const count = (countByKey.get(entry.key) ?? 0) + 1;
      countByKey.set(entry.key, count);
      const key = count === 1 ? entry.key : `${entry.key}#${count}`;
      const identifiers = entry.identifiers.map(correctIdentifierKind);
      writer.put({ record, entry: { ...entry, key, identifiers } });
      if (writer.isFull) await writer.flush();
      record += 1;
      if (record % TOLD_EACH === 0) onEntry(record);
    }
    await writer.flush();
  } finally {
    // Nothing else may be sent while rows are.
    await writer.settle();
  }
  await writer.end();
  await closeListStaging(db);
  return record;
}

/** Sends rows of some entries while others are read. */
class StageWriter {
  readonly #client: ClientConnection['client'];
  #chunks = noChunks();
  #length = 0;
  #sent: Promise<void> = Promise.resolve();

  constructor(client: ClientConnection['client']) {
    this.#client = client;
  }

  get isFull(): boolean {
    return this.#length >= FLUSH_LENGTH;
  }

  put(placed: Placed): void {
    for (const [table, line] of encodeEntry(placed)) {
      this.#chunks[table].push(line);
      this.#length += line.length;
    }
  }

  /** Resolves once what was sent before is stored; rejects where it was not. */
  async flush(): Promise<void> {
    const chunks = this.#chunks;
    this.#chunks = noChunks();
    this.#length = 0;
    await this.#sent;
    this.#sent = this.#send(chunks);
    // Whoever waits for it is told of its fault, and not the process.
    this.#sent.catch(() => undefined);
  }

  /** Resolves once nothing is under way, whatever came of it. */
  async settle(): Promise<void> {
    await Promise.allSettled([this.#sent]);
  }

  async end(): Promise<void> {
    await this.#sent;
  }

  async #send(chunks: Record<StagedTable, string[]>): Promise<void> {
    for (const table of STAGED_TABLES)
      if (chunks[table].length > 0)
        await copyStagedList(this.#client, table, [chunks[table].join('')]);
  }
}

function noChunks(): Record<StagedTable, string[]> {
  return { staged_entries: [], staged_names: [], staged_identifiers: [] };
}

const TOO_MANY = `Nothing was loaded: the list has over ${ENTRIES_MAX} entries. The loaded list is unchanged.`;

function* encodeEntry({ record, entry }: Placed): Generator<[StagedTable, string]> {
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
