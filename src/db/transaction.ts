import { DatabaseError } from 'pg';
import type { Db } from './client.ts';

/** Maximum number of attempts, including the first. */
const ATTEMPTS_MAX = 4;

/**
 * serialization_failure, deadlock_detected, foreign_key_violation, restrict_violation, unique_violation: a concurrent
 * transaction may be the cause, so the same work may succeed when it runs again.
 */
const RETRYABLE = new Set(['40001', '40P01', '23503', '23001', '23505']);

/**
 * Runs `work` in one transaction and returns after the commit. After a conflict with another transaction, `work` runs
 * again, at most ATTEMPTS_MAX times in total, so it must have no effect outside `db`. Throws the error of the last
 * attempt, and any other error at once.
 */
export async function runInTransaction<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt >= ATTEMPTS_MAX || !isRetryable(error)) throw error;
    }
  }
}

/** Runs reads in one read-only snapshot, which concurrent writes do not change. */
export async function readSnapshot<T>(db: Db, read: (db: Db) => Promise<T>): Promise<T> {
  const transaction = db.transaction().setIsolationLevel('repeatable read');
  return await transaction.setAccessMode('read only').execute(read);
}

/** True when a statement exceeded the lock timeout. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '55P03';
}

/** True when a transaction failed because of a concurrent one, and may be retried. */
export function isRetryable(error: unknown): boolean {
  return error instanceof DatabaseError && RETRYABLE.has(error.code ?? '');
}
