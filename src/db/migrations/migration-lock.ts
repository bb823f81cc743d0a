import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { OperatorError } from '../../errors.ts';
import type { Db } from '../client.ts';
import type { Report } from './patience.ts';

/** The one of Kysely's migrator, with which versions before this one have migrated. */
const LOCK = sql.lit('3853314791062309107');
const ASK_AGAIN_MS = 500;
const WAIT_MAX_MS = 3_600_000;
const REPORT_EVERY_MS = 10_000;

/**
 * Runs `work` on a connection that holds the lock of migrations, which ends with the connection. Whoever comes second asks
 * again and again: a statement that waited would hold a snapshot, which an index that is made concurrently waits for.
 */
export async function withMigrationLock<T>(
  connection: Db,
  report: Report,
  work: () => Promise<T>,
): Promise<T> {
  await take(connection, report);
  try {
    return await work();
  } finally {
    // A connection that broke holds it no more.
    await sql`select pg_advisory_unlock(${LOCK}::bigint)`
      .execute(connection)
      .catch(() => undefined);
  }
}

async function take(connection: Db, report: Report): Promise<void> {
  const startedAt = performance.now();
  for (let reportAt = startedAt; ; ) {
    const { rows } = await sql<{ isHeld: boolean }>`
      select pg_try_advisory_lock(${LOCK}::bigint) as "isHeld"`.execute(connection);
    if (rows[0]?.isHeld === true) return;
    const now = performance.now();
    if (now - startedAt > WAIT_MAX_MS)
      throw new OperatorError(
        'Another process has been migrating this database for one hour. Check that process and run the command again.',
      );
    if (now >= reportAt) {
      report('Another process migrates this database; this one waits for it.');
      reportAt = now + REPORT_EVERY_MS;
    }
    await wait(ASK_AGAIN_MS);
  }
}
