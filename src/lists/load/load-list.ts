import type { Pool } from 'pg';
import type { Db } from '../../db/client.ts';
import { type MergeCounts, mergeStagedList } from '../../db/queries/lists/merge.ts';
import {
  confirmSnapshot,
  findNeighbourDays,
  findSnapshotOn,
  insertSnapshot,
  type KnownSnapshot,
  type ListOwner,
  lockList,
  type NeighbourDays,
} from '../../db/queries/lists/snapshots.ts';
import { queueRescreenings } from '../../db/queries/screening/rescreenings.ts';
import { runStagedTransaction } from '../../db/staging/staged-transaction.ts';
import type { AsOfOrigin } from '../../domain/lists/list-entry.ts';
import { familyOf } from '../../domain/lists/list-source.ts';
import { OperatorError } from '../../errors.ts';
import { Reading, type ReadList } from '../reading.ts';
import { findDay, type ListDay } from './list-day.ts';
import { type OpenedList, openList } from './list-files.ts';
import { LIST_KEY_RULES } from './list-keys.ts';
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
  /** Today, as `YYYY-MM-DD`: the day of a list of which nobody says it. */
  today: string;
  allowOlder?: boolean;
  /** Refuses a list that has lost more than half of its entries: of one that nobody looks at, that is a cut file. */
  isUnattended?: boolean;
  /** `try` does all of it, answers what it did, and takes it back. */
  mode?: 'store' | 'try';
  loadedBy: string;
  /** `share` is how much of the bytes has been read, 0 to 1. */
  onProgress?: (progress: { share: number; entries: number }) => void;
};

export type LoadedList = {
  source: string;
  /** `same`: exactly these bytes are what the list says already, and nothing changed but that they are known to be current. */
  outcome: 'loaded' | 'same';
  asOf: string;
  asOfOrigin: AsOfOrigin;
  sha256: string;
  bytes: number;
  rows: { read: number; kept: number; suppressed: number };
  tallies: Readonly<Record<string, number>>;
  changes: MergeCounts;
  warnings: number;
};

/** Rules that made the entries of a snapshot; higher where a list must be loaded again to be read alike. */
export const LIST_RULES = 2;

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

async function merge(db: Db, { request, opened, reading, kept, keys }: Read): Promise<LoadedList> {
  const { serviceId, source } = request;
  const { known, asOf, asOfOrigin } = await findKnown(db, { request, opened, reading });
  const days = await findNeighbourDays(db, { serviceId, source, asOf });
  refuseUnlikely({ request, asOf, kept, days });
  const answer = {
    source,
    asOf,
    asOfOrigin,
    sha256: opened.sha256.toString('hex'),
    bytes: opened.bytes,
    rows: { read: reading.rowsRead, kept, suppressed: reading.rowsSuppressed },
    tallies: reading.tallies,
    warnings: reading.warningsCount,
  };
  if (known !== undefined) {
    await confirmSnapshot(db, { serviceId, id: known.id });
    return { ...answer, outcome: 'same', changes: NO_CHANGES };
  }
  // What goes on unchanged keeps its keys.
  await rekeyList(db, request);
  const snapshot = { serviceId, source, from: asOf, until: days.next };
  const changes = await mergeStagedList(db, snapshot, storeNames(keys));
  await insertSnapshot(db, {
    serviceId,
    source,
    asOf,
    asOfOrigin,
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
  // What is put into the history changes nothing of what holds now.
  if (days.next === null)
    await queueRescreenings(db, { serviceId, source, family: familyOf(source), since: asOf });
  return { ...answer, outcome: 'loaded', changes };
}

/** The day of what was read; and the snapshot that says the same, where it says so now or is what an older list would replace. */
async function findKnown(
  db: Db,
  { request, opened, reading }: Pick<Read, 'request' | 'opened' | 'reading'>,
): Promise<ListDay & { known?: KnownSnapshot }> {
  const { serviceId, source, allowOlder = false } = request;
  const found = findDay(request, reading.asOf);
  const day = allowOlder ? found.asOf : null;
  const current = await findSnapshotOn(db, { serviceId, source, day });
  if (current?.sha256.equals(opened.sha256) !== true) return found;
  if (current.rules === LIST_RULES) return { ...current, known: current };
  // The same bytes are of the same day, unless somebody says another.
  return found.asOfOrigin === 'loaded' ? current : found;
}

type Found = { request: LoadRequest; asOf: string; kept: number; days: NeighbourDays };

function refuseUnlikely({ request, asOf, kept, days }: Found): void {
  const { source, allowOlder = false, isUnattended = false } = request;
  if (days.next !== null && !allowOlder) throw new OperatorError(describeOlder(source, asOf, days));
  if (kept === 0) throw new OperatorError(`Nothing was loaded: ${source} has no entry.`);
  if (isUnattended && isCutShort(kept, days.newestRows)) {
    throw new OperatorError(
      `Nothing was loaded: ${source} has ${kept} entries, and ${days.newestRows} are loaded. If it has really become so short: gateway lists import.`,
    );
  }
}

/** Short lists do lose half of their entries. */
const ROWS_SUSPECT_MIN = 100;

function isCutShort(kept: number, loaded: number | null): boolean {
  return loaded !== null && loaded >= ROWS_SUSPECT_MIN && kept * 2 < loaded;
}

function describeOlder(source: string, asOf: string, days: { newest: string | null }): string {
  return `Nothing was loaded: ${source} is of ${asOf}, and that of ${days.newest} is loaded. --allow-older puts it into the history.`;
}
