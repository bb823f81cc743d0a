import { type Kysely, sql } from 'kysely';

/** Outcome of fetching each list from its authority, with the validators for the next request to its server. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENT).execute(db);
}

const STATEMENT = `
create table list_fetches (
  -- 0: what is fetched is for all services.
  service_id integer not null,
  source text not null,
  tried_at timestamptz(3) not null,
  outcome text not null constraint list_fetches_outcome check (outcome in ('loaded', 'same', 'not_modified', 'failed')),
  -- Why it failed, as the operator is told: it never quotes a line.
  reason text,
  -- Of what was fetched last: its bytes, and its files, [{"url", "etag", "lastModified"}].
  sha256 bytea,
  files jsonb not null,
  constraint list_fetches_pkey primary key (service_id, source)
)`;
