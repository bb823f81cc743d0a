import { sql } from 'kysely';
import type { Db } from './client.ts';

/** Returns the version number of the server as PostgreSQL reports it, for example 150004 for 15.4. */
export async function readServerVersion(db: Db): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select current_setting('server_version_num')::integer as version`.execute(db);
  return rows[0]?.version ?? 0;
}
