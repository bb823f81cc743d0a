import { type Kysely, sql } from 'kysely';

/** Users, persons and files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(TABLES).execute(db);
}

const TABLES = `
create table users (
  service_id integer not null references services (id),
  id bigint not null check (id between 1 and 9007199254740991),
  email text not null,
  given_name text not null default '',
  paternal_surname text,
  maternal_surname text,
  disabled_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (service_id, id)
);
create unique index users_email on users (service_id, lower(email));

-- A person as the provider knows it, shared by the participants that refer to it.
create table persons (
  service_id integer not null references services (id),
  id bigint not null,
  external_id bigint not null check (external_id between 1 and 9007199254740991),
  primary key (service_id, id),
  unique (service_id, external_id)
);

-- A generated file, known by its id.
create table files (
  service_id integer not null references services (id),
  id bigint not null check (id between 1 and 9007199254740991),
  created_at timestamptz(3) not null default now(),
  primary key (service_id, id)
);
`;
