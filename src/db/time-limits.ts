import { sql } from 'kysely';
import type { Db } from './client.ts';

type TimeLimits = { statementTimeout: string; lockTimeout: string };

/** Statement and lock timeouts of the connection in PostgreSQL's notation, `0` for none. */
export async function readTimeLimits(db: Db): Promise<TimeLimits> {
  const { rows } = await sql<TimeLimits>`
    select current_setting('statement_timeout') as "statementTimeout",
      current_setting('lock_timeout') as "lockTimeout"`.execute(db);
  return rows[0] ?? { statementTimeout: '0', lockTimeout: '0' };
}
