import { type Kysely, sql } from 'kysely';

/** Screenings of names against the lists, with the matches as they were found. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `
create table screenings (
  service_id integer not null references services (id),
  id bigint generated always as identity,
  -- Null for a person who was typed in; such a screening is swept after its time.
  participant_id bigint,
  trigger text not null constraint screenings_trigger check (trigger in ('asked', 'upserted', 'lists')),
  -- Whom it was about, as compared: personal data, which goes with the participant.
  subject jsonb not null,
  -- Each list that was to be looked at, loaded or not: code, day, SHA-256, rows, age.
  lists jsonb not null,
  as_of date not null,
  threshold double precision not null,
  outcome text not null constraint screenings_outcome check (outcome in ('clear', 'possible', 'alert', 'incomplete')),
  matches_count integer not null,
  -- Who asked; null where the gateway did by itself.
  user_id bigint,
  api_key_id bigint,
  created_at timestamptz(3) not null default now(),
  constraint screenings_pkey primary key (service_id, id),
  constraint screenings_participant foreign key (service_id, participant_id)
    references participants (service_id, id) on delete restrict
)`,
  'create index screenings_created on screenings (service_id, created_at, id)',
  'create index screenings_typed_in on screenings (created_at) where participant_id is null',
  `
create index screenings_of_participant on screenings (service_id, participant_id, created_at, id)
where participant_id is not null`,
  `
create table screening_matches (
  service_id integer not null,
  screening_id bigint not null,
  -- In the order of the matches, the strongest first.
  position integer not null,
  source text not null,
  entry_key text not null,
  -- The version of the entry, which may be gone by now; what it said stands beside it.
  entry_id bigint not null,
  content_hash bytea not null,
  matter_hash bytea not null,
  entry jsonb not null,
  score double precision not null,
  band text not null,
  matched_name text,
  explanation jsonb not null,
  constraint screening_matches_pkey primary key (service_id, screening_id, position),
  constraint screening_matches_screening foreign key (service_id, screening_id)
    references screenings (service_id, id) on delete cascade
)`,
  `
-- In how many names of a list's newest snapshot a key stands, where these are many: a search asks for rarer keys first.
-- A hint only, so that nothing is wrong where it is old; the service is that of the list.
create table list_key_counts (
  service_id integer not null,
  source text not null,
  key text not null,
  names integer not null,
  constraint list_key_counts_pkey primary key (service_id, key, source)
)`,
  `
insert into list_key_counts (service_id, source, key, names)
select e.service_id, e.source, k.key, count(*)
from list_entries e
join list_names n on n.service_id = e.service_id and n.entry_id = e.id
cross join unnest(n.keys) k (key)
where e.valid_to is null
group by e.service_id, e.source, k.key
having count(*) >= 100`,
];
