import { type Kysely, sql } from 'kysely';

/** Files with bytes, the keys that encrypt them, and stored objects to delete. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(COUNTERS).execute(db);
  await sql.raw(KEYS).execute(db);
  await sql.raw(FILES).execute(db);
  await sql.raw(DELETIONS).execute(db);
}

/** Kinds of counters are listed in code. */
const COUNTERS = `
alter table id_counters
  drop constraint if exists id_counters_kind_check,
  add constraint id_counters_kind_check check (kind ~ '^[a-z_]+$');
`;

const KEYS = `
-- One for each business that has files, and one for the files that belong to no business: 32 bytes, wrapped by a
-- master key that the database never sees. With the row goes the last way to read what it encrypts.
create table data_keys (
  service_id integer not null references services (id),
  id bigint generated always as identity,
  business_id bigint,
  master_key_id text not null,
  wrapped_key bytea not null,
  created_at timestamptz(3) not null default now(),
  primary key (service_id, id),
  foreign key (service_id, business_id) references businesses (service_id, id) on delete cascade
);
create unique index data_keys_business on data_keys (service_id, business_id)
  where business_id is not null;
create unique index data_keys_service on data_keys (service_id) where business_id is null;
`;

const FILES = `
alter table files
  add column state text not null default 'elsewhere'
    check (state in ('elsewhere', 'expected', 'received', 'available', 'infected')),
  -- Bytes go with their business, whatever else refers to the id.
  add column business_id bigint,
  -- Whom it was uploaded for and is not attached to yet. No foreign key: whoever deletes participants holds
  -- their business, as does whoever sets this, and a hundred thousand of them need no check each.
  add column participant_id bigint,
  add column expires_at timestamptz(3),
  add column byte_count bigint,
  add column media_type text,
  add column sha256 bytea,
  add column is_scanned boolean not null default false,
  add column storage_key text,
  add column sealed_key bytea,
  add column sealed_name bytea,
  add foreign key (service_id, business_id) references businesses (service_id, id) on delete restrict,
  add constraint files_parts check (case state
    when 'elsewhere' then num_nonnulls(business_id, participant_id, expires_at, byte_count, media_type,
      sha256, storage_key, sealed_key, sealed_name) = 0
    when 'expected' then storage_key is null
      and num_nulls(expires_at, byte_count, media_type, sealed_key, sealed_name) = 0
    when 'infected' then storage_key is null
      and num_nulls(expires_at, byte_count, media_type, sha256, sealed_key, sealed_name) = 0
    else num_nulls(byte_count, media_type, sha256, storage_key, sealed_key, sealed_name) = 0
  end);
create index files_business on files (service_id, business_id) where business_id is not null;
create index files_participant on files (service_id, participant_id) where participant_id is not null;
create index files_expires on files (expires_at) where expires_at is not null;
create index files_storage on files (service_id, storage_key) where storage_key is not null;
create index files_sha256 on files (service_id, sha256) where storage_key is not null;
`;

const DELETIONS = `
-- Bytes that are to be deleted from the store once they are due. Whoever deletes a file puts a row here in the same
-- transaction; whoever stores bytes puts one here first, and takes it away with the commit that needs them.
create table blob_deletions (
  service_id integer not null references services (id),
  storage_key text not null,
  due_at timestamptz(3) not null default now(),
  attempts integer not null default 0,
  primary key (service_id, storage_key)
);
create index blob_deletions_due on blob_deletions (due_at);
`;
