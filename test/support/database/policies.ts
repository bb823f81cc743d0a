import { sql } from 'kysely';
import type { Db } from '../../../src/db/client.ts';

/** Returns all row-level-security policies of a database, as the catalog states them. */
export async function readPolicies(db: Db): Promise<object[]> {
  const { rows } = await sql<object>`
    select tablename, policyname, permissive, cmd, roles, qual, with_check from pg_policies
    order by tablename, policyname`.execute(db);
  return rows;
}
