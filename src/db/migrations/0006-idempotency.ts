import { type Kysely, sql } from 'kysely';

/** Idempotency keys of requests, so that a repeated request has no further effect. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(TABLES).execute(db);
}

const TABLES = `
-- Neither the key nor the input is kept, only what recognises them; the outcome holds ids and places.
create table idempotency_keys (
  service_id integer not null references services (id),
  key_hash bytea not null,
  operation text not null,
  input_digest bytea not null,
  outcome jsonb,
  created_at timestamptz(3) not null default now(),
  primary key (service_id, key_hash)
);
create index idempotency_keys_created on idempotency_keys (created_at);
`;
