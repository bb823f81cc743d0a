import { type Kysely, sql } from 'kysely';

/** Audit events and deletion receipts, without personal data. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(TABLES).execute(db);
}

const TABLES = `
-- Outlives the business it names, so there is no foreign key to it.
create table deletion_receipts (
  service_id integer not null references services (id),
  id bigint not null,
  business_id bigint not null,
  delete_mode text not null check (delete_mode in ('without_folio', 'with_folio', 'all')),
  deleted_participant_count integer not null,
  deleted_document_count integer not null,
  business_deleted boolean not null,
  completed_by_user_id bigint not null,
  completed_at timestamptz(3) not null,
  -- SHA-256 over this receipt and the digest of the one before it.
  digest bytea not null,
  primary key (service_id, id)
);
create index deletion_receipts_business on deletion_receipts (service_id, business_id, id);

-- Who did what to which id, never what it said: no personal data.
create table audit_events (
  service_id integer not null references services (id),
  id bigint generated always as identity,
  occurred_at timestamptz(3) not null default now(),
  action text not null,
  user_id bigint,
  api_key_id bigint,
  request_id text,
  details jsonb not null,
  primary key (service_id, id)
);
`;
