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
  type NewestSnapshotDays,
} from '../../db/queries/lists/snapshots.ts';
import { closeListStaging } from '../../db/queries/lists/staging.ts';
import { queueRescreenings } from '../../db/queries/screening/rescreenings.ts';
import { runStagedTransaction } from '../../db/staging/staged-transaction.ts';
import type { AsOfOrigin } from '../../domain/lists/list-entry.ts';
import { getListFamily } from '../../domain/lists/list-source.ts';
import { OperatorError } from '../../errors.ts';
import { type ListReader, ReadReport } from '../list-reader.ts';
import type { ListDate } from './list-date.ts';
import { type OpenedList, openList } from './list-files.ts';
import { LIST_KEY_RULES } from './list-keys.ts';
import { LIST_RULES } from './list-rules.ts';
import { type KeyFunction, type KeyMaker, openKeyMaker } from './make-keys.ts';
import { rekeyList } from './rekey-lists.ts';
import { resolveSnapshot } from './resolve-snapshot.ts';
import { stageList } from './stage-list.ts';
import { storeNames } from './store-names.ts';

export type LoadRequest = ListOwner & {
  /** Connection pool, of which one connection is used. */
  pool: Pool;
  files: readonly string[];
  read: ListReader;
  /** Function that creates search keys. Default `listKeys`. */
  createKeys?: KeyFunction;
  /** List date as `YYYY-MM-DD`, for a list that states none. */
  asOf?: string;
  /** Today as `YYYY-MM-DD`. A list of unknown date takes effect on this day. */
  today: string;
  allowOlder?: boolean;
  /**
   * True when the files were just fetched from their source, so that they are current. A list that lost more than half
   * of at least 100 entries is then rejected as truncated, because no operator has checked it.
   */
  isFetched?: boolean;
  /** Mode of loading. `try` (dry run) returns the same result and rolls back. */
  mode?: 'store' | 'try';
  loadedBy: string;
  /** Called during reading. `fraction` is the part of the bytes that was read, from 0 to 1. */
  onProgress?: (progress: { fraction: number; entries: number }) => void;
};

export type LoadedList = {
  source: string;
  /**
   * Outcome. `same`: the list already has exactly these bytes; nothing was changed, except that a fetch marks the
   * source as seen.
   */
  outcome: 'loaded' | 'same';
  /** Null when the list date is unknown. */
  asOf: string | null;
  /** Day on which the list takes effect, `YYYY-MM-DD`. */
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
 * Loads a list as published by the authority, in one transaction; the previous version is valid until the commit.
 * Throws OperatorError for files that are not such a list, for a list without entries or truncated, for a list older
 * than the loaded one unless that is allowed, and for an operator's date that contradicts the file or the loaded list.
 */
export async function loadList(request: LoadRequest): Promise<LoadedList> {
  const { pool, read, mode = 'store', onProgress = () => undefined } = request;
  let bytesRead = 0;
  const opened = await openList(request.files, (bytes) => {
    bytesRead += bytes;
  });
  const report = new ReadReport();
  let entryCount = 0;
  const onEntries = (entries: number) =>
    onProgress({ fraction: Math.min(1, bytesRead / (opened.bytes * 2)), entries });
  const keys = openKeyMaker(request.createKeys);
  try {
    return await runStagedTransaction(pool, {
      stage: async (connection) => {
        await lockList(connection.db, request);
        entryCount = await stageList(connection, read(opened.files, report), onEntries);
      },
      end: mode === 'try' ? 'undo' : 'keep',
      merge: async (db) => await mergeList(db, { request, opened, report, entryCount, keys }),
      clear: closeListStaging,
    });
  } finally {
    await keys.close();
  }
}

type MergeInput = {
  request: LoadRequest;
  opened: OpenedList;
  report: ReadReport;
  entryCount: number;
  keys: KeyMaker;
};

async function mergeList(db: Db, input: MergeInput): Promise<LoadedList> {
  const { request, opened, report, entryCount, keys } = input;
  const { serviceId, source } = request;
  const { unchanged, asOf, asOfOrigin, countsFrom } = await resolveSnapshot(db, {
    request,
    opened,
    report,
  });
  const nextDay = await findNextDay(db, { serviceId, source, day: countsFrom });
  const result = {
    source,
    asOf,
    countsFrom,
    asOfOrigin,
    sha256: opened.sha256.toString('hex'),
    bytes: opened.bytes,
    rows: { read: report.rowsRead, kept: entryCount, suppressed: report.rowsSuppressed },
    tallies: report.tallies,
    warnings: report.warningsCount,
  };
  if (unchanged !== undefined) {
    if (request.isFetched) await markSourceSeen(db, { serviceId, id: unchanged.id });
    return { ...result, outcome: 'same', changes: NO_CHANGES };
  }
  rejectImplausible({
    request,
    entryCount,
    newest: await findNewestDays(db, { serviceId, source }),
  });
  // The merge computes keys for new names only, so outdated keys of unchanged entries are recomputed here.
  await rekeyList(db, request);
  const snapshot = { serviceId, source, from: countsFrom, until: nextDay };
  const changes = await mergeStagedList(db, snapshot, storeNames(keys));
  const id = await storeSnapshot(db, input, { asOf, asOfOrigin, countsFrom });
  if (request.isFetched) await markSourceSeen(db, { serviceId, id });
  // A snapshot in the history does not change the current list.
  if (nextDay === null)
    await queueRescreenings(db, {
      serviceId,
      source,
      family: getListFamily(source),
      since: countsFrom,
    });
  return { ...result, outcome: 'loaded', changes };
}

type Dates = ListDate & { countsFrom: string };

async function storeSnapshot(db: Db, input: MergeInput, dates: Dates): Promise<number> {
  const { request, opened, report, entryCount } = input;
  return await insertSnapshot(db, {
    ...dates,
    serviceId: request.serviceId,
    source: request.source,
    sha256: opened.sha256,
    bytes: opened.bytes,
    rowsRead: report.rowsRead,
    rowsKept: entryCount,
    rowsSuppressed: report.rowsSuppressed,
    tallies: report.tallies,
    warningsCount: report.warningsCount,
    warnings: report.warnings,
    loadedBy: request.loadedBy,
    rules: LIST_RULES,
    keyRules: LIST_KEY_RULES,
  });
}

type PlausibilityInput = { request: LoadRequest; entryCount: number; newest: NewestSnapshotDays };

function rejectImplausible({ request, entryCount, newest }: PlausibilityInput): void {
  const { source, isFetched = false } = request;
  if (entryCount === 0) throw new OperatorError(`Nothing was loaded: ${source} has no entry.`);
  if (isFetched && isTruncated(entryCount, newest.rows)) {
    throw new OperatorError(
      `Nothing was loaded: ${source} has ${entryCount} entries, but ${newest.rows} are loaded. If the list is complete, load it with gateway lists import.`,
    );
  }
}

/** Minimum size of a list that is checked for truncation: a shorter one may lose half of its entries. */
const ROWS_SUSPECT_MIN = 100;

function isTruncated(entryCount: number, loadedCount: number | null): boolean {
  return loadedCount !== null && loadedCount >= ROWS_SUSPECT_MIN && entryCount * 2 < loadedCount;
}
