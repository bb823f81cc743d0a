import { sql } from 'kysely';
import type { Pool } from 'pg';
import { expect } from 'vitest';
import type { Db } from '../../../src/db/client.ts';

type Row = { serviceId: number; businessId: number };

/** Locks a business in a separate transaction, until the returned function is called. */
export async function holdBusiness(
  pool: Pool,
  { serviceId, businessId }: Row,
): Promise<() => Promise<void>> {
  const client = await pool.connect();
  await client.query('begin');
  await client.query('select from businesses where service_id = $1 and id = $2 for update', [
    serviceId,
    businessId,
  ]);
  return async () => {
    await client.query('rollback');
    client.release();
  };
}

/** Waits until this number of statements of the database wait for a lock. */
export async function untilWaiting(db: Db, count = 1): Promise<void> {
  const waiting = sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await expect
    .poll(async () => (await waiting.execute(db)).rows.length, { timeout: 60_000, interval: 5 })
    .toBeGreaterThanOrEqual(count);
}

/** Terminates connections of the database that wait for a lock, until the request settles. */
export async function endWaiting(pool: Pool, request: Promise<unknown>): Promise<void> {
  const controller = new AbortController();
  const settled = request.finally(() => controller.abort());
  while (!controller.signal.aborted)
    await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`);
  await settled;
}
