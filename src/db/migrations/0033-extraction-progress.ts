import { type Kysely, sql } from 'kysely';

/** Progress of extractions in pages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table extractions add column pages_read integer').execute(db);
}
