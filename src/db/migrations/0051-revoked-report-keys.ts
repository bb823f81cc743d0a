import { type Kysely, sql } from 'kysely';

/** A key that may have been stolen proves nothing any more about what it has signed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table report_keys add column revoked_at timestamptz(3)').execute(db);
}
