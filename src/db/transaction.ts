import { DatabaseError } from 'pg';
import type { Db } from './client.ts';

const ATTEMPTS_MAX = 4;

/** serialization_failure, deadlock_detected, foreign_key_violation, restrict_violation: another was in the way. */
const RETRYABLE = new Set(['40001', '40P01', '23503', '23001']);

/**
 * Runs `work` in one transaction and answers only after the commit. Where another transaction was in
 * the way it runs again from the start, a few times, so `work` must have no effect outside `db`.
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

function isRetryable(error: unknown): boolean {
  return error instanceof DatabaseError && RETRYABLE.has(error.code ?? '');
}
