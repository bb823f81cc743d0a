import { type Kysely, sql } from 'kysely';

/** User who requested to switch four eyes off, which a second user has to confirm. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw('alter table screening_settings add column four_eyes_off_user_id bigint')
    .execute(db);
}
