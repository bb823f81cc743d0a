import { type Kysely, sql } from 'kysely';

/** GraphQL documents that a service has registered in advance. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(TABLES).execute(db);
}

const TABLES = `
-- documents_version goes up with every change of the service's trusted documents, in the same transaction.
alter table services
  add column trusted_only boolean not null default false,
  add column documents_version integer not null default 0;

create table trusted_documents (
  service_id integer not null references services (id),
  id text not null check (id ~ '^[!-~]{1,128}$'),
  -- Its operations, for people: "query Page".
  name text not null,
  document text not null check (char_length(document) <= 65536),
  added_at timestamptz(3) not null default now(),
  primary key (service_id, id)
);
`;
