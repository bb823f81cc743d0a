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
import type { KeyedName } from './keys-worker.ts';
import type { KeyMaker } from './make-keys.ts';

/** The largest list that is published has 264,368 entries. */
const ENTRIES_MAX = 3_000_000;
const NAMES_MAX = 500;
const IDENTIFIERS_MAX = 500;
const FLUSH_LENGTH = 2 * 1024 * 1024;
/** Entries whose keys are made at once. */
const BATCH = 500;
/** While keys of some are made, and others are stored, so many are read on. */
const AHEAD_MOST = 4;

type Staging = { keys: KeyMaker; onEntry: (count: number) => void };
type Placed = { record: number; entry: ListEntry };

/**
 * Copies entries into the temporary tables while they are read, a few megabytes at a time; answers how many. Entries
 * of one key beyond the first are numbered in the order of the list.
 */
export async function stageList(
  { db, client }: ClientConnection,
  entries: AsyncIterable<ListEntry>,
  { keys, onEntry }: Staging,
): Promise<number> {
  await openListStaging(db);
  const writer = new StageWriter(client, keys);
  let record = 0;
  let batch: Placed[] = [];
  const countByKey = new Map<string, number>();
  try {
    for await (const entry of entries) {
      // A worker that also serves answers in between.
      if (slices.isOver()) await slices.wait(ALL_SERVICES);
      if (record >= ENTRIES_MAX) throw new OperatorError(TOO_MANY);
      const count = (countByKey.get(entry.key) ?? 0) + 1;
      countByKey.set(entry.key, count);
      const key = count === 1 ? entry.key : `${entry.key}#${count}`;
      batch.push({ record, entry: { ...entry, key } });
      record += 1;
      if (batch.length < BATCH) continue;
      onEntry(record);
      await writer.take(batch);
      batch = [];
    }
    await writer.take(batch);
  } finally {
    // Nothing else may be sent while rows are.
    await writer.settle();
  }
  await writer.end();
  await closeListStaging(db);
  return record;
}

/** Stores entries in their order, those that are read later while keys of earlier ones are made. */
class StageWriter {
  readonly #client: ClientConnection['client'];
  readonly #keys: KeyMaker;
  #chunks = noChunks();
  #length = 0;
  #last: Promise<void> = Promise.resolve();
  readonly #ahead: Promise<void>[] = [];

  constructor(client: ClientConnection['client'], keys: KeyMaker) {
    this.#client = client;
    this.#keys = keys;
  }

  /** Resolves once not too many wait; rejects where one of those before was not stored. */
  async take(batch: readonly Placed[]): Promise<void> {
    const made = this.#keys.make(batch.flatMap(({ entry }) => keyedNames(entry)));
    // Whoever waits for it is told of its fault, and not the process.
    made.catch(() => undefined);
    const before = this.#last;
    const stored = (async () => {
      await before;
      await this.#store(batch, await made);
    })();
    stored.catch(() => undefined);
    this.#last = stored;
    this.#ahead.push(stored);
    if (this.#ahead.length >= AHEAD_MOST) await this.#ahead.shift();
  }

  /** Resolves once nothing is under way, whatever came of it. */
  async settle(): Promise<void> {
    await Promise.allSettled([this.#last]);
  }

  async end(): Promise<void> {
    await this.#last;
    await this.#flush();
  }

  async #store(batch: readonly Placed[], keys: readonly (readonly string[])[]): Promise<void> {
    let at = 0;
    for (const placed of batch) {
      if (slices.isOver()) await slices.wait(ALL_SERVICES);
      const length = Math.min(placed.entry.names.length, NAMES_MAX);
      for (const [table, line] of encodeEntry(placed, keys.slice(at, at + length))) {
        this.#chunks[table].push(line);
        this.#length += line.length;
      }
      at += length;
    }
    if (this.#length >= FLUSH_LENGTH) await this.#flush();
  }

  async #flush(): Promise<void> {
    const chunks = this.#chunks;
    this.#chunks = noChunks();
    this.#length = 0;
    for (const table of STAGED_TABLES)
      if (chunks[table].length > 0)
        await copyStagedList(this.#client, table, [chunks[table].join('')]);
  }
}

function noChunks(): Record<StagedTable, string[]> {
  return { staged_entries: [], staged_names: [], staged_identifiers: [] };
}

function keyedNames({ names, partyType }: ListEntry): KeyedName[] {
  return names.slice(0, NAMES_MAX).map(({ name }) => ({ name, partyType }));
}

const TOO_MANY = `Nothing was loaded: the list has over ${ENTRIES_MAX} entries. The list that was there stays.`;

function* encodeEntry(
  { record, entry }: Placed,
  keysOf: readonly (readonly string[])[],
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
    const keys = keysOf[position] ?? [];
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
