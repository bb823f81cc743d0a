import { type Kysely, sql } from 'kysely';

/**
 * Watch lists that authorities publish about people and companies, each version of an entry with the days on which it
 * was valid.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `
-- One loading of a list. The service is 0 where the list is for all; a service's own lists carry its id, and have no
-- foreign key so that both can stand in one table.
create table list_snapshots (
  service_id integer not null,
  id bigint generated always as identity,
  source text not null,
  -- The day of which the list speaks, and who said so: the file itself, the operator, or the day of loading.
  as_of date not null,
  as_of_origin text not null constraint list_snapshots_origin check (as_of_origin in ('file', 'operator', 'loaded')),
  -- Of all bytes of its files, one after the other in the order of their roles.
  sha256 bytea not null,
  bytes bigint not null,
  rows_read integer not null,
  rows_kept integer not null,
  rows_suppressed integer not null,
  -- Rows read, by the authority's own word: {"Definitivo": 10954, …}.
  tallies jsonb not null,
  warnings_count integer not null,
  -- The first of them: {"file", "line", "code"} each. A code and a place, never what the line says.
  warnings jsonb not null,
  -- The operator who loaded it, as the machine knows them.
  loaded_by text not null,
  loaded_at timestamptz(3) not null default now(),
  -- When it was last seen to be what the authority still publishes.
  confirmed_at timestamptz(3) not null default now(),
  -- Which rules made its entries and keys.
  rules integer not null,
  constraint list_snapshots_pkey primary key (service_id, id),
  constraint list_snapshots_bytes unique (service_id, source, sha256)
)`,
  'create index list_snapshots_days on list_snapshots (service_id, source, as_of, id)',
  `
create table list_entries (
  service_id integer not null,
  id bigint generated always as identity,
  source text not null,
  -- What the list itself knows the entry by, the same in each of its versions.
  entry_key text not null,
  -- Of all that the entry says: another hash is another version.
  content_hash bytea not null,
  -- Of what a decision about a match rests on: names, identifiers, status, programs, births and countries.
  matter_hash bytea not null,
  party_type text not null constraint list_entries_party_type check (party_type in ('natural', 'legal', 'vessel', 'aircraft', 'unknown')),
  name text not null,
  -- The authority's word for where the matter stands: "Definitivo", "EXIGIBLES".
  status text,
  programs text[] not null,
  -- As precise as they were published: "1960", "1960-05", "1960-05-17".
  birth_dates text[] not null,
  countries text[] not null,
  -- Whatever else the entry says, by the reader's own names.
  details jsonb not null,
  -- The days on which it held, the last one excluded; null: it still does. A version that another file of the same
  -- day replaced has no day at all.
  valid_from date not null,
  valid_to date,
  constraint list_entries_pkey primary key (service_id, id),
  constraint list_entries_version unique (service_id, source, entry_key, valid_from, content_hash),
  constraint list_entries_days check (valid_to >= valid_from)
)`,
  'create index list_entries_current on list_entries (service_id, source, entry_key) where valid_to is null',
  `
create table list_names (
  service_id integer not null,
  entry_id bigint not null,
  position smallint not null,
  name text not null,
  kind text not null,
  -- What the engine finds names by.
  keys text[] not null,
  constraint list_names_pkey primary key (service_id, entry_id, position),
  constraint list_names_entry foreign key (service_id, entry_id) references list_entries (service_id, id) on delete cascade
)`,
  'create index list_names_keys on list_names using gin (keys)',
  `
create table list_identifiers (
  service_id integer not null,
  entry_id bigint not null,
  position smallint not null,
  kind text not null,
  -- Normalised: capitals and digits, no blanks or hyphens.
  value text not null,
  -- The country that gave it, as published.
  country text,
  constraint list_identifiers_pkey primary key (service_id, entry_id, position),
  constraint list_identifiers_entry foreign key (service_id, entry_id) references list_entries (service_id, id) on delete cascade
)`,
  'create index list_identifiers_value on list_identifiers (service_id, kind, value)',
];
