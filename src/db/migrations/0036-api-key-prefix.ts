import { type Kysely, sql } from 'kysely';

/** A key is looked up within its service: no unique key reaches over several, so that rows can be spread by service. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  'alter table api_keys drop constraint api_keys_prefix_key',
  'alter table api_keys add constraint api_keys_prefix_key unique (service_id, prefix)',
];
