import { sql } from 'kysely';
import type { Db } from './client.ts';

/**
 * Number of statements that wait for locks, and the seconds since the oldest of them started; both 0 when none waits.
 */
export type LockWaits = { count: number; oldestSeconds: number };

/** Counts lock waits of the whole database, of all processes. */
export async function countLockWaits(db: Db): Promise<LockWaits> {
  const { rows } = await sql<LockWaits>`
    select count(*)::integer as count,
      coalesce(extract(epoch from clock_timestamp() - min(query_start)), 0)::float8 as "oldestSeconds"
    from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'
  `.execute(db);
  return rows[0] ?? { count: 0, oldestSeconds: 0 };
}
