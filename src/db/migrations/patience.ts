import { setTimeout as wait } from 'node:timers/promises';
import { DatabaseError } from 'pg';
import { OperatorError } from '../../errors.ts';

/** Whom it is told what the operator may want to know meanwhile. */
export type Report = (message: string) => void;

/** How long a command waits for a lock. Whoever comes for the table behind it waits as long, so it is well below a second. */
export const LOCK_TIMEOUT_MS = 500;
/** Some five minutes in all. */
const ATTEMPTS_MAX = 60;
const PAUSE_MIN_MS = 250;
const PAUSE_MAX_MS = 5_000;
const REPORT_EVERY = 10;

/** lock_not_available, deadlock_detected: somebody else was in the way, and is not for ever. */
const IN_THE_WAY = new Set(['55P03', '40P01']);

/**
 * Runs what waits for a lock, and again after a pause, which those who wait behind it use. Throws OperatorError where the lock
 * is not to be had after many times.
 */
export async function patiently<T>(
  work: () => Promise<T>,
  { name, report }: { name: string; report: Report },
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isInTheWay(error)) throw error;
      if (attempt >= ATTEMPTS_MAX) throw gaveUp(name, error);
      if (attempt % REPORT_EVERY === 0)
        report(`${name} waits for a lock that a long transaction holds.`);
      await wait(Math.min(PAUSE_MAX_MS, PAUSE_MIN_MS * 2 ** (attempt - 1)));
    }
  }
}

function isInTheWay(error: unknown): boolean {
  return error instanceof DatabaseError && IN_THE_WAY.has(error.code ?? '');
}

function gaveUp(name: string, cause: unknown): OperatorError {
  return new OperatorError(
    `${name} could not acquire its lock in ${ATTEMPTS_MAX} attempts: a long transaction is running (pg_stat_activity, oldest xact_start). Run migrate up again after it ends; the migration resumes where it stopped.`,
    { cause },
  );
}
