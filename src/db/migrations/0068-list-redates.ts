import { type Kysely, sql } from 'kysely';

/** Days of loaded lists that an operator changed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENT).execute(db);
}

const STATEMENT = `
create table list_redates (
  -- 0 where the list is for all services.
  service_id integer not null,
  snapshot_id bigint not null,
  redated_at timestamptz(6) not null,
  source text not null,
  -- Null where the day was unknown.
  from_day date,
  to_day date not null,
  -- The operator, as the machine knows them.
  redated_by text not null,
  constraint list_redates_pkey primary key (service_id, snapshot_id, redated_at)
)`;
