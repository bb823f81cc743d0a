import { type Kysely, sql } from 'kysely';

/** Bytes that another file has replaced may come again: what is loaded a second time is another snapshot. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table list_snapshots drop constraint list_snapshots_bytes').execute(db);
}
