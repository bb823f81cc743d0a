import { type Kysely, sql } from 'kysely';

/** Which rules made the keys that names are found by; what an older release loads has those of before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw('alter table list_snapshots add column key_rules integer not null default 0')
    .execute(db);
}
