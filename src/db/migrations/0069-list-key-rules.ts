import { type Kysely, sql } from 'kysely';

/** Version of the rules that made the search keys of names; lists loaded by an older release have the older rules. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw('alter table list_snapshots add column key_rules integer not null default 0')
    .execute(db);
}
