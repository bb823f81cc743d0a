import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { OperatorError } from '../../errors.ts';
import type { Db } from '../client.ts';
import type { Report } from './retry-on-lock-conflict.ts';

/** Advisory lock of Kysely's migrator, which earlier versions used. */
const LOCK = sql.lit('3853314791062309107');
const RETRY_MS = 500;
const WAIT_MAX_MS = 3_600_000;
const REPORT_EVERY_MS = 10_000;

/**
 * Runs `work` while the connection holds the advisory lock of migrations; the end of the connection also releases it. A
 * second process polls for the lock, because a waiting statement would hold a snapshot, which a concurrent index build
 * waits for. Throws OperatorError when the lock is not acquired within an hour.
 */
export async function withMigrationLock<T>(
  connection: Db,
  report: Report,
  work: () => Promise<T>,
): Promise<T> {
  await acquireLock(connection, report);
  try {
    return await work();
  } finally {
    // A broken connection has lost the lock already.
    await sql`select pg_advisory_unlock(${LOCK}::bigint)`
      .execute(connection)
      .catch(() => undefined);
  }
}

async function acquireLock(connection: Db, report: Report): Promise<void> {
  const startedAt = performance.now();
  for (let reportAt = startedAt; ; ) {
    const { rows } = await sql<{ isAcquired: boolean }>`
      select pg_try_advisory_lock(${LOCK}::bigint) as "isAcquired"`.execute(connection);
    if (rows[0]?.isAcquired === true) return;
    const now = performance.now();
    if (now - startedAt > WAIT_MAX_MS)
      throw new OperatorError(
        'Another process has been migrating this database for one hour. Check that process and run the command again.',
      );
    if (now >= reportAt) {
      report('Another process migrates this database; this one waits for it.');
      reportAt = now + REPORT_EVERY_MS;
    }
    await wait(RETRY_MS);
  }
}
