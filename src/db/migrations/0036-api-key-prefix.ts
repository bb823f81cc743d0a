import { type Kysely, sql } from 'kysely';

/** Unique key prefix within a service: no unique key spans services, so that rows can be distributed by service. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  'alter table api_keys drop constraint api_keys_prefix_key',
  'alter table api_keys add constraint api_keys_prefix_key unique (service_id, prefix)',
];
