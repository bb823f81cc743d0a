import { type Kysely, sql } from 'kysely';

/** How far the reading of a document has come. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table extractions add column pages_read integer').execute(db);
}
