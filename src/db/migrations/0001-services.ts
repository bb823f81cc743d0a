import { type Kysely, sql } from 'kysely';

/**
 * Services, their keys and the counters of their ids. Every table of a service begins its keys with service_id, so that
 * its rows can be distributed by it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(TABLES).execute(db);
}

const TABLES = `
create table services (
  id integer generated always as identity primary key,
  name text not null unique check (name ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$'),
  created_at timestamptz(3) not null default now()
);

-- The last internal id given out, one row for each service and kind: ids are never used twice.
create table id_counters (
  service_id integer not null references services (id),
  kind text not null check (kind in ('user', 'business', 'person', 'participant', 'deletion_receipt', 'api_key')),
  last_id bigint not null default 0 check (last_id between 0 and 9007199254740991),
  primary key (service_id, kind)
);

create table api_keys (
  service_id integer not null references services (id),
  id bigint not null,
  prefix text not null unique,
  secret_hash bytea not null,
  scopes text[] not null,
  created_at timestamptz(3) not null default now(),
  revoked_at timestamptz(3),
  primary key (service_id, id)
);

-- One signing key for all processes on this database, used when none comes from the environment.
create table signing_keys (
  kid text primary key,
  private_jwk jsonb not null,
  created_at timestamptz(3) not null default now()
);
create unique index signing_keys_one on signing_keys ((true));
`;
