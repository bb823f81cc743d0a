import { type Kysely, sql } from 'kysely';

/** Revocation of report keys: a key that may have been stolen proves nothing any more. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table report_keys add column revoked_at timestamptz(3)').execute(db);
}
