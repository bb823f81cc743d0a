import type { Db } from '../../db/client.ts';
import {
  analyzeTable,
  clearStatistics,
  findVacuumProgress,
  listPurgeTables,
  measureTable,
  type PurgeTable,
  rewriteTable,
  type VacuumProgress,
  vacuumTable,
} from '../../db/queries/records/purge.ts';
import { isLockTimeout } from '../../db/transaction.ts';
import { OperatorError } from '../../errors.ts';

/**
 * Tables with personal data, directly or by reference, and the list tables, because a service may have its own lists.
 */
export const PURGED_TABLES = [
  'users',
  'persons',
  'files',
  'extractions',
  'applied_fields',
  'data_keys',
  'businesses',
  'participants',
  'documents',
  'participant_matches',
  'match_resolutions',
  'match_findings',
  'match_whitelist',
  'screenings',
  'screening_matches',
  'screening_reports',
  'consents',
  'socioeconomic_reports',
  'filled_questionnaires',
  'answers',
  'list_entries',
  'list_names',
  'list_identifiers',
  'list_key_counts',
] as const;

export type PurgeInput = {
  /** `vacuum` frees deleted rows within the tables, `rewrite` also writes each table to new files. */
  mode: 'vacuum' | 'rewrite';
  /** Called with the current table and the completed fraction of the pages of all tables, from 0 to 1. */
  onProgress: (progress: { table: string; share: number }) => void;
};

export type PurgedTable = {
  table: string;
  bytesBefore: number;
  bytesAfter: number;
  /** Deleted rows that remain because a transaction, a replica or a replication slot may still need them. */
  deadRows: number;
  /** Number of columns of an empty table whose sampled values PostgreSQL still stores. */
  keptSamples: number;
};

/** Result of a purge. `skipped` has the system tables that this role may not purge. */
export type PurgeReport = { tables: PurgedTable[]; skipped: string[] };

/**
 * Removes deleted and overwritten rows from the tables of all services, as far as PostgreSQL can. Throws OperatorError
 * when the role lacks the privilege, or a table stays locked.
 */
export async function purgeDeleted(db: Db, input: PurgeInput): Promise<PurgeReport> {
  const allTables = await listPurgeTables(db, PURGED_TABLES);
  const tables = allTables.filter((table) => table.isAllowed);
  const notOwned = allTables.filter((table) => !table.isAllowed && !isSystemTable(table));
  if (notOwned[0] !== undefined) throw createNotOwnerError(notOwned[0], notOwned.length);
  const pagesTotal = tables.reduce((sum, table) => sum + table.pages, 0);
  const purged: PurgedTable[] = [];
  let pagesDone = 0;
  for (const table of tables) {
    const report = (share: number): void =>
      input.onProgress({
        table: table.name,
        share: (pagesDone + share * table.pages) / pagesTotal,
      });
    purged.push(await purgeTable(db, table, { mode: input.mode, report }));
    pagesDone += table.pages;
  }
  const skipped = allTables.filter((table) => !table.isAllowed).map((table) => table.name);
  return { tables: purged, skipped };
}

type TableWork = { mode: PurgeInput['mode']; report: (share: number) => void };

async function purgeTable(db: Db, table: PurgeTable, work: TableWork): Promise<PurgedTable> {
  const stopPolling = pollProgress(db, table, work);
  try {
    const bytesBefore = await measureTable(db, table);
    const deadRows = await vacuumTable(db, table);
    if (work.mode === 'rewrite') await rewriteTable(db, table);
    await analyzeTable(db, table);
    const keptSamples = isSystemTable(table) ? 0 : await clearStatistics(db, table);
    const bytesAfter = await measureTable(db, table);
    return { table: table.name, bytesBefore, bytesAfter, deadRows, keptSamples };
  } catch (cause) {
    if (!isLockTimeout(cause)) throw cause;
    throw new OperatorError(
      `The table ${table.name} is locked and could not be acquired in time (LOCK_TIMEOUT_MS). The tables before it are purged. Run the command again.`,
      { cause },
    );
  } finally {
    stopPolling();
  }
}

const POLL_MS = 500;

/** Reports the completed fraction of the table at intervals, until the returned function is called. */
function pollProgress(db: Db, table: PurgeTable, { mode, report }: TableWork): () => void {
  let completedFraction = 0;
  let isPolling = false;
  const poll = async (): Promise<void> => {
    if (isPolling) return;
    isPolling = true;
    // A failure affects only the progress bar.
    const progress = await findVacuumProgress(db, table).catch(() => undefined);
    isPolling = false;
    if (progress === undefined) return;
    completedFraction = Math.max(completedFraction, toTableFraction(progress, mode));
    report(completedFraction);
  };
  report(completedFraction);
  const timer = setInterval(() => void poll(), POLL_MS);
  return () => clearInterval(timer);
}

/**
 * Returns the completed fraction of a table. A table to rewrite is vacuumed first, which counts as half of its work.
 */
function toTableFraction({ pass, share }: VacuumProgress, mode: PurgeInput['mode']): number {
  if (mode === 'vacuum') return share;
  return pass === 'vacuum' ? share / 2 : 0.5 + share / 2;
}

function isSystemTable({ name }: PurgeTable): boolean {
  return name.startsWith('pg_');
}

function createNotOwnerError({ name, owner }: PurgeTable, count: number): OperatorError {
  const remaining = count > 1 ? ` and ${count - 1} more` : '';
  return new OperatorError(
    `The table ${name}${remaining} can be purged by its owner only. Run the command with the role ${owner} in DATABASE_URL.`,
  );
}
