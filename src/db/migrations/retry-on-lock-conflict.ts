import { setTimeout as wait } from 'node:timers/promises';
import { DatabaseError } from 'pg';
import { OperatorError } from '../../errors.ts';

/** Receives progress messages for the operator. */
export type Report = (message: string) => void;

/** Lock timeout of a command. Statements that queue behind it wait as long, so it is well below a second. */
export const LOCK_TIMEOUT_MS = 500;
/** About five minutes in total, with pauses of at most PAUSE_MAX_MS. */
const ATTEMPTS_MAX = 60;
const PAUSE_MIN_MS = 250;
const PAUSE_MAX_MS = 5_000;
const REPORT_EVERY = 10;

/** lock_not_available and deadlock_detected: another transaction holds a lock for a while. */
const LOCK_CONFLICTS = new Set(['55P03', '40P01']);

/**
 * Runs work that needs a lock, and retries after pauses in which queued statements proceed. Throws OperatorError when
 * the lock cannot be acquired after many attempts.
 */
export async function retryOnLockConflict<T>(
  work: () => Promise<T>,
  { name, report }: { name: string; report: Report },
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isLockConflict(error)) throw error;
      if (attempt >= ATTEMPTS_MAX) throw lockNotAcquired(name, error);
      if (attempt % REPORT_EVERY === 0)
        report(`${name} waits for a lock that a long transaction holds.`);
      await wait(Math.min(PAUSE_MAX_MS, PAUSE_MIN_MS * 2 ** (attempt - 1)));
    }
  }
}

function isLockConflict(error: unknown): boolean {
  return error instanceof DatabaseError && LOCK_CONFLICTS.has(error.code ?? '');
}

function lockNotAcquired(name: string, cause: unknown): OperatorError {
  return new OperatorError(
    `${name} could not acquire its lock in ${ATTEMPTS_MAX} attempts: a long transaction is running (pg_stat_activity, oldest xact_start). Run migrate up again after it ends; the migration resumes where it stopped.`,
    { cause },
  );
}
