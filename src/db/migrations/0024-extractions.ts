import { type Kysely, sql } from 'kysely';

/** Fields extracted from documents. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `
create table extractions (
  service_id integer not null,
  id bigint generated always as identity,
  -- It goes with the file, and with the file's key, without which it cannot be read.
  file_id bigint not null,
  -- What somebody says it is.
  claimed_kind text,
  status text not null,
  failure text,
  kind text,
  confidence double precision,
  needs_review boolean,
  page_count integer,
  -- Codes and sentences of our own: nothing of the document.
  checks jsonb not null default '[]',
  -- The fields and what is missing, under the file's own key.
  sealed bytea,
  engine text,
  duration_ms integer,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  constraint extractions_pkey primary key (service_id, id),
  constraint extractions_file foreign key (service_id, file_id)
    references files (service_id, id) on delete cascade,
  constraint extractions_status check (case status
    when 'queued' then num_nonnulls(failure, kind, sealed, finished_at) = 0
    when 'failed' then failure is not null and sealed is null and finished_at is not null
    when 'done' then failure is null
      and num_nulls(kind, confidence, needs_review, page_count, sealed, engine, finished_at) = 0
    else false
  end)
)`,
  'create index extractions_of_file on extractions (service_id, file_id, id)',
  `
-- Which extraction a member of a participant's personal information was taken from last; what was sent since stands there
-- all the same, so that whoever shows it looks whether the two still agree.
create table applied_fields (
  service_id integer not null,
  participant_id bigint not null,
  field text not null,
  extraction_id bigint not null,
  applied_at timestamptz(3) not null default now(),
  constraint applied_fields_pkey primary key (service_id, participant_id, field),
  constraint applied_fields_participant foreign key (service_id, participant_id)
    references participants (service_id, id) on delete cascade,
  constraint applied_fields_extraction foreign key (service_id, extraction_id)
    references extractions (service_id, id) on delete cascade
)`,
  'create index applied_fields_extraction on applied_fields (service_id, extraction_id)',
  'alter table business_events add column extraction_id bigint',
  'alter table business_events drop constraint if exists business_events_check1',
  'alter table business_events drop constraint if exists business_events_content',
  `
alter table business_events add constraint business_events_content check (case type
  when 'business_upserted' then num_nulls(business_id, created) = 0
  when 'matches_found' then num_nulls(business_id, participant_id) = 0
  when 'matches_resolved' then num_nulls(business_id, participant_id) = 0
  when 'document_available' then
    num_nulls(business_id, participant_id, document_occurrence, document_type_digest) = 0
  when 'document_extracted' then num_nulls(business_id, extraction_id) = 0
  when 'answers_imported' then num_nulls(user_id, template_keys) = 0
  when 'business_completed' then num_nulls(business_id, receipt_id) = 0
  else false
end)`,
];
