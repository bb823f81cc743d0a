import { type Kysely, sql } from 'kysely';

/** The user who asked to switch four eyes off, which a second user has to ask for too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw('alter table screening_settings add column four_eyes_off_user_id bigint')
    .execute(db);
}
