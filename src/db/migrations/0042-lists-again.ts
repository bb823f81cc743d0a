import { type Kysely, sql } from 'kysely';

/** The bytes of a replaced file may be loaded again as another snapshot. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table list_snapshots drop constraint list_snapshots_bytes').execute(db);
}
