import { sql } from 'kysely';
import type { Db } from './client.ts';

type TimeLimits = { statementTimeout: string; lockTimeout: string };

/**
 * Returns the statement and lock timeouts of the connection in PostgreSQL's notation, for example `5s`; `0` is none.
 */
export async function readTimeLimits(db: Db): Promise<TimeLimits> {
  const { rows } = await sql<TimeLimits>`
    select current_setting('statement_timeout') as "statementTimeout",
      current_setting('lock_timeout') as "lockTimeout"`.execute(db);
  return rows[0] ?? { statementTimeout: '0', lockTimeout: '0' };
}
