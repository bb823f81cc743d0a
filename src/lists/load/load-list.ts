import type { Pool } from 'pg';
import type { Db } from '../../db/client.ts';
import { type MergeCounts, mergeStagedList } from '../../db/queries/lists/merge.ts';
import {
  findNewestDays,
  findNextDay,
  insertSnapshot,
  type ListOwner,
  lockList,
  markSourceSeen,
  type NewestDays,
} from '../../db/queries/lists/snapshots.ts';
import { queueRescreenings } from '../../db/queries/screening/rescreenings.ts';
import { runStagedTransaction } from '../../db/staging/staged-transaction.ts';
import type { AsOfOrigin } from '../../domain/lists/list-entry.ts';
import { getListFamily } from '../../domain/lists/list-source.ts';
import { OperatorError } from '../../errors.ts';
import { Reading, type ReadList } from '../reading.ts';
import { findKnown } from './find-known.ts';
import type { ListDay } from './list-day.ts';
import { type OpenedList, openList } from './list-files.ts';
import { LIST_KEY_RULES } from './list-keys.ts';
import { LIST_RULES } from './list-rules.ts';
import { type KeyMaker, type KeysOf, openKeyMaker } from './make-keys.ts';
import { rekeyList } from './rekey-lists.ts';
import { stageList } from './stage-list.ts';
import { storeNames } from './store-names.ts';

export type LoadRequest = ListOwner & {
  /** One connection of it is used. */
  pool: Pool;
  files: readonly string[];
  read: ReadList;
  /** What names are found by, in place of `listKeys`. */
  keysOf?: KeysOf;
  /** `YYYY-MM-DD`, where the list itself does not say of which day it speaks. */
  asOf?: string;
  /** Today, as `YYYY-MM-DD`: the day that a list of an unknown day counts from. */
  today: string;
  allowOlder?: boolean;
  /**
   * True when the files come from their source now, which shows that it publishes nothing newer. Refuses a list that has lost more than
   * half of its entries: without an operator who compares, that is a cut file.
   */
  isFetched?: boolean;
  /** `try` does all of it, answers what it did, and takes it back. */
  mode?: 'store' | 'try';
  loadedBy: string;
  /** `share` is how much of the bytes has been read, 0 to 1. */
  onProgress?: (progress: { share: number; entries: number }) => void;
};

export type LoadedList = {
  source: string;
  /** `same`: exactly these bytes are what the list says already; nothing changed, except that a fetch has seen its source. */
  outcome: 'loaded' | 'same';
  /** Null when the day is unknown. */
  asOf: string | null;
  /** Day that the list counts from, `YYYY-MM-DD`. */
  countsFrom: string;
  asOfOrigin: AsOfOrigin;
  sha256: string;
  bytes: number;
  rows: { read: number; kept: number; suppressed: number };
  tallies: Readonly<Record<string, number>>;
  changes: MergeCounts;
  warnings: number;
};

const NO_CHANGES: MergeCounts = { added: 0, changed: 0, removed: 0, unchanged: 0 };

/**
 * Loads a list as the authority publishes it, all of it or nothing, in one transaction; what was there before holds
 * until the commit. Throws OperatorError for a file that is no such list, and for one that is older than what is
 * loaded where that is not allowed.
 */
export async function loadList(request: LoadRequest): Promise<LoadedList> {
  const { pool, read, mode = 'store', onProgress = () => undefined } = request;
  let bytesRead = 0;
  const opened = await openList(request.files, (bytes) => {
    bytesRead += bytes;
  });
  const reading = new Reading();
  let kept = 0;
  const onEntry = (entries: number) =>
    onProgress({ share: Math.min(1, bytesRead / (opened.bytes * 2)), entries });
  const keys = openKeyMaker(request.keysOf);
  try {
    return await runStagedTransaction(pool, {
      stage: async (connection) => {
        await lockList(connection.db, request);
        kept = await stageList(connection, read(opened.files, reading), onEntry);
      },
      end: mode === 'try' ? 'undo' : 'keep',
      merge: async (db) => await merge(db, { request, opened, reading, kept, keys }),
    });
  } finally {
    await keys.close();
  }
}

type Read = {
  request: LoadRequest;
  opened: OpenedList;
  reading: Reading;
  kept: number;
  keys: KeyMaker;
};

async function merge(db: Db, read: Read): Promise<LoadedList> {
  const { request, opened, reading, kept, keys } = read;
  const { serviceId, source } = request;
  const { known, asOf, asOfOrigin, countsFrom } = await findKnown(db, { request, opened, reading });
  const next = await findNextDay(db, { serviceId, source, day: countsFrom });
  const answer = {
    source,
    asOf,
    countsFrom,
    asOfOrigin,
    sha256: opened.sha256.toString('hex'),
    bytes: opened.bytes,
    rows: { read: reading.rowsRead, kept, suppressed: reading.rowsSuppressed },
    tallies: reading.tallies,
    warnings: reading.warningsCount,
  };
  if (known !== undefined) {
    if (request.isFetched) await markSourceSeen(db, { serviceId, id: known.id });
    return { ...answer, outcome: 'same', changes: NO_CHANGES };
  }
  refuseUnlikely({ request, kept, newest: await findNewestDays(db, { serviceId, source }) });
  // Entries that do not change keep their keys.
  await rekeyList(db, request);
  const snapshot = { serviceId, source, from: countsFrom, until: next };
  const changes = await mergeStagedList(db, snapshot, storeNames(keys));
  const id = await storeSnapshot(db, read, { asOf, asOfOrigin, countsFrom });
  if (request.isFetched) await markSourceSeen(db, { serviceId, id });
  // What is put into the history changes nothing of what holds now.
  if (next === null)
    await queueRescreenings(db, {
      serviceId,
      source,
      family: getListFamily(source),
      since: countsFrom,
    });
  return { ...answer, outcome: 'loaded', changes };
}

type Dates = ListDay & { countsFrom: string };

async function storeSnapshot(db: Db, read: Read, dates: Dates): Promise<number> {
  const { request, opened, reading, kept } = read;
  return await insertSnapshot(db, {
    ...dates,
    serviceId: request.serviceId,
    source: request.source,
    sha256: opened.sha256,
    bytes: opened.bytes,
    rowsRead: reading.rowsRead,
    rowsKept: kept,
    rowsSuppressed: reading.rowsSuppressed,
    tallies: reading.tallies,
    warningsCount: reading.warningsCount,
    warnings: reading.warnings,
    loadedBy: request.loadedBy,
    rules: LIST_RULES,
    keyRules: LIST_KEY_RULES,
  });
}

type Found = { request: LoadRequest; kept: number; newest: NewestDays };

function refuseUnlikely({ request, kept, newest }: Found): void {
  const { source, isFetched = false } = request;
  if (kept === 0) throw new OperatorError(`Nothing was loaded: ${source} has no entry.`);
  if (isFetched && isCutShort(kept, newest.rows)) {
    throw new OperatorError(
      `Nothing was loaded: ${source} has ${kept} entries, but ${newest.rows} are loaded. If the list is complete, load it with gateway lists import.`,
    );
  }
}

/** Short lists do lose half of their entries. */
const ROWS_SUSPECT_MIN = 100;

function isCutShort(kept: number, loaded: number | null): boolean {
  return loaded !== null && loaded >= ROWS_SUSPECT_MIN && kept * 2 < loaded;
}
