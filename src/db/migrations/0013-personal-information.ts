import { type Kysely, sql } from 'kysely';

/** Personal information of participants, and matches with lists that a user must decide. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(COLUMNS).execute(db);
  await sql.raw(TABLES).execute(db);
}

/** The address is one object with all its members, each a text or null. */
const COLUMNS = `
alter table participants
  add column rfc text,
  add column curp text,
  add column birth_or_constitution_date date,
  add column nationality text,
  add column country_of_birth text,
  add column civil_status text,
  add column economic_activity text,
  add column address jsonb check (jsonb_typeof(address) = 'object');
`;

const TABLES = `
-- A match with an entry of a list, by the ids of whoever found it.
create table participant_matches (
  service_id integer not null references services (id),
  id bigint generated always as identity,
  participant_id bigint not null,
  source_code text not null check (source_code <> ''),
  external_id text not null check (external_id <> ''),
  status text not null default 'pending'
    check (status in ('pending', 'false_positive', 'true_match', 'skipped')),
  created_at timestamptz(3) not null default now(),
  primary key (service_id, id),
  unique (service_id, participant_id, source_code, external_id),
  foreign key (service_id, participant_id) references participants (service_id, id) on delete restrict
);
create index participant_matches_pending on participant_matches (service_id, participant_id)
  where status = 'pending';

-- Only ever added to while the match is there: another decision supersedes the one before it. Note and reviewer
-- are personal data, which go with the participant.
create table match_resolutions (
  service_id integer not null references services (id),
  id bigint generated always as identity,
  match_id bigint not null,
  decision text not null check (decision in ('false_positive', 'true_match', 'skipped')),
  reason text not null check (reason in ('different_birth_date', 'different_identifier',
    'different_name', 'different_country', 'homonym', 'same_person', 'other')),
  note text,
  reviewer_name text,
  reviewer_email text,
  -- When it was decided elsewhere, where that was told.
  resolved_at timestamptz(3),
  user_id bigint not null,
  api_key_id bigint not null,
  supersedes_id bigint,
  created_at timestamptz(3) not null default now(),
  primary key (service_id, id),
  foreign key (service_id, match_id) references participant_matches (service_id, id) on delete restrict
);
create index match_resolutions_match on match_resolutions (service_id, match_id, id);

alter table participant_matches alter column service_id set (n_distinct = 1);
alter table match_resolutions alter column service_id set (n_distinct = 1);
`;
