import { type Kysely, sql } from 'kysely';

/** Settings and queue of automatic screening, its findings, and permanent decisions about a person and an entry. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...TABLES, ...MATCHES, ...EVENTS]) await sql.raw(statement).execute(db);
}

const TABLES = [
  `
-- A service without a row screens nothing by itself.
create table screening_settings (
  service_id integer not null,
  is_on boolean not null default false,
  -- Families of lists: "ofac", "sat69b", "own".
  families text[] not null default '{}',
  threshold double precision not null default 0.85,
  -- Whether two users have to say that a match is a true one.
  four_eyes boolean not null default false,
  updated_at timestamptz(3) not null default now(),
  constraint screening_settings_pkey primary key (service_id),
  constraint screening_settings_service foreign key (service_id) references services (id),
  constraint screening_settings_threshold check (threshold between 0.5 and 1)
)`,
  `
-- Participants to screen. One may stand here more than once: who queues it waits for nobody who is just at it.
create table screening_queue (
  service_id integer not null,
  id bigint generated always as identity,
  participant_id bigint not null,
  queued_at timestamptz(3) not null default now(),
  constraint screening_queue_pkey primary key (service_id, id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000)`,
  'create index screening_queue_participant on screening_queue (service_id, participant_id)',
  `
-- A list that changed, and how far the participants of a service were compared with what is new in it.
create table rescreenings (
  service_id integer not null,
  source text not null,
  -- The day of the first snapshot that they were not compared with.
  since date not null,
  -- Another one for each snapshot that came: whoever was at it begins anew.
  round bigint not null default 1,
  -- Entries up to this one are done; of those next to it, participants up to that one.
  entry_id bigint not null default 0,
  participant_id bigint not null default 0,
  constraint rescreenings_pkey primary key (service_id, source)
)`,
  `
-- Entries that a person is not, as long as what a decision rests on stays as it was. Goes with the person.
create table match_whitelist (
  service_id integer not null,
  person_id bigint not null,
  source text not null,
  entry_key text not null,
  matter_hash bytea not null,
  -- How strong the match was that was decided: a stronger one is another matter.
  band text not null,
  created_at timestamptz(3) not null default now(),
  constraint match_whitelist_pkey primary key (service_id, person_id, source, entry_key),
  constraint match_whitelist_person foreign key (service_id, person_id)
    references persons (service_id, id) on delete cascade
)`,
];

const MATCHES = [
  // User and time of the first of two required true-match decisions.
  `alter table participant_matches
    add column first_user_id bigint,
    add column first_decided_at timestamptz(3),
    add constraint participant_matches_first
      check ((first_user_id is null) = (first_decided_at is null))`,
  'alter table match_resolutions add column awaits_second boolean not null default false',
  `
-- What the gateway found itself of a match: the entry as it was then, and why they are alike. Goes with the match.
create table match_findings (
  service_id integer not null,
  match_id bigint not null,
  screening_id bigint,
  raised_because text not null
    constraint match_findings_raised_because check (raised_because in ('found', 'entry_changed')),
  raised_at timestamptz(3) not null default now(),
  matter_hash bytea not null,
  entry jsonb not null,
  score double precision not null,
  band text not null,
  matched_name text,
  explanation jsonb not null,
  constraint match_findings_pkey primary key (service_id, match_id),
  constraint match_findings_match foreign key (service_id, match_id)
    references participant_matches (service_id, id) on delete cascade
)`,
  // Participants that match an entry.
  'create index participant_matches_entry on participant_matches (service_id, source_code, external_id)',
  // Entries that a snapshot added.
  `create index list_entries_begun on list_entries (service_id, source, valid_from, id)
  where valid_to is null`,
];

const EVENTS = [
  'alter table business_events drop constraint business_events_check1',
  `
alter table business_events add constraint business_events_content check (case type
  when 'business_upserted' then num_nulls(business_id, created) = 0
  when 'matches_found' then num_nulls(business_id, participant_id) = 0
  when 'matches_resolved' then num_nulls(business_id, participant_id) = 0
  when 'document_available' then
    num_nulls(business_id, participant_id, document_occurrence, document_type_digest) = 0
  when 'answers_imported' then num_nulls(user_id, template_keys) = 0
  when 'business_completed' then num_nulls(business_id, receipt_id) = 0
  else false
end)`,
];
