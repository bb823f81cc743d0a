import { DatabaseError, type Pool } from 'pg';
import type { Db } from '../db/client.ts';
import { createDb } from '../db/client.ts';
import { findServiceId } from '../db/queries/access/services.ts';
import { listConflicts } from '../db/queries/import/checks.ts';
import { countImported, type ImportCounts, listUnasked } from '../db/queries/import/counts.ts';
import { clearStaging } from '../db/queries/import/staging.ts';
import { insertAuditEvent } from '../db/queries/records/audit-events.ts';
import { findExceededQuota } from '../db/queries/records/service-counts.ts';
import { runStagedTransaction } from '../db/staging/staged-transaction.ts';
import { NO_QUOTAS, type Quotas } from '../domain/access/quota.ts';
import { OperatorError } from '../errors.ts';
import { BAD_LINES_MAX, createRejection } from './bad-lines.ts';
import { describeConflicts } from './describe-conflicts.ts';
import { measureFiles } from './input-files.ts';
import { type MergeStep, RESOLVE_STEPS, STORE_STEPS } from './merge-staged.ts';
import { stageFiles } from './stage-files.ts';

/**
 * Progress of an import. `fraction` is the completed fraction of the phase, from 0 to 1; null while input of unknown
 * size is read. `lines` is the number of lines read so far.
 */
export type ImportProgress = {
  phase: 'reading' | 'storing';
  fraction: number | null;
  lines: number;
};

/** `store` commits an import; `try` runs it as a dry run, and rolls it back. */
export type ImportMode = 'store' | 'try';

export type ImportRequest = {
  /** Connection pool, of which one connection is used. Statements of a large import must not have a timeout. */
  pool: Pool;
  serviceName: string;
  /** Paths of the files. `-` is standard input; files ending in .gz are decompressed. */
  files: readonly string[];
  mode?: ImportMode;
  onProgress?: (progress: ImportProgress) => void;
  /**
   * Called when the import answers questions that their template does not contain, with up to 20 of their keys, as
   * `template/question`.
   */
  onUnknownQuestions?: (keys: readonly string[]) => void;
  /** Quotas of the service; the import is unlimited without them. */
  quotas?: Quotas;
};

/**
 * Imports files of newline-delimited JSON into a service, all of them or nothing, in one transaction. Throws
 * OperatorError for an unknown service, unreadable files, invalid lines, conflicts, an exceeded quota and errors of the
 * database. Its message never quotes a value of a line.
 */
export async function importFiles(request: ImportRequest): Promise<ImportCounts> {
  const { pool, serviceName, files, mode = 'store' } = request;
  const { onProgress = () => undefined, onUnknownQuestions = () => undefined } = request;
  const { quotas = NO_QUOTAS } = request;
  const serviceId = await getServiceId(createDb(pool), serviceName);
  const bytesTotal = await measureFiles(files);
  let lines = 0;
  try {
    return await runStagedTransaction(pool, {
      stage: async (connection) =>
        await stageFiles({ ...connection, serviceId }, files, (totals) => {
          lines = totals.lines;
          onProgress({
            phase: 'reading',
            fraction: bytesTotal && totals.bytes / bytesTotal,
            lines,
          });
        }),
      end: mode === 'try' ? 'undo' : 'keep',
      clear: async (db) => await clearStaging(db, serviceId),
      merge: async (db) =>
        await merge({ db, serviceId, files, quotas, onUnknownQuestions }, (fraction) =>
          onProgress({ phase: 'storing', fraction, lines }),
        ),
    });
  } catch (error) {
    throw toSafeError(error, quotas);
  }
}

async function getServiceId(db: Db, name: string): Promise<number> {
  const serviceId = await findServiceId(db, name);
  if (serviceId !== undefined) return serviceId;
  throw new OperatorError(
    `Service ${JSON.stringify(name)} does not exist. Add it with: gateway service add ${name}`,
  );
}

type MergeWork = {
  db: Db;
  serviceId: number;
  files: readonly string[];
  quotas: Quotas;
  onUnknownQuestions: (keys: readonly string[]) => void;
};

/** Maximum number of unknown questions that are reported. */
const UNKNOWN_QUESTIONS_MAX = 20;

async function merge(
  { db, serviceId, files, quotas, onUnknownQuestions }: MergeWork,
  onFraction: (fraction: number) => void,
): Promise<ImportCounts> {
  let completedSteps = 0;
  const run = async (steps: readonly MergeStep[]) => {
    for (const step of steps) {
      onFraction(completedSteps / (RESOLVE_STEPS.length + STORE_STEPS.length));
      await step(db, serviceId, quotas);
      completedSteps += 1;
    }
  };
  await run(RESOLVE_STEPS);
  const conflicts = await listConflicts(db, serviceId, BAD_LINES_MAX);
  if (conflicts.length > 0) throw createRejection(describeConflicts(conflicts), files);
  await run(STORE_STEPS);
  const counts = await countImported(db, serviceId);
  if (counts.unasked_answers > 0)
    onUnknownQuestions(await listUnasked(db, serviceId, UNKNOWN_QUESTIONS_MAX));
  await insertAuditEvent(db, {
    serviceId,
    action: 'data_imported',
    userId: null,
    apiKeyId: null,
    requestId: null,
    details: counts,
  });
  onFraction(1);
  return counts;
}

/**
 * Converts a database error to an OperatorError with its code only, because the message of PostgreSQL may quote a row.
 * The cause must not be printed.
 */
function toSafeError(error: unknown, { records }: Quotas): unknown {
  if (!(error instanceof DatabaseError)) return error;
  if (findExceededQuota(error) === 'records') {
    return new OperatorError(
      `Nothing was imported: the service would exceed its quota of ${records} records (QUOTA_RECORDS).`,
      { cause: error },
    );
  }
  if (error.code === CHECK_VIOLATION && error.table === 'id_counters') {
    return new OperatorError(
      'Nothing was imported: the given ids leave no higher ids for records without an id.',
      { cause: error },
    );
  }
  return new OperatorError(
    `Nothing was imported: the database rejected the data (SQLSTATE ${error.code ?? 'unknown'}).`,
    { cause: error },
  );
}

const CHECK_VIOLATION = '23514';
