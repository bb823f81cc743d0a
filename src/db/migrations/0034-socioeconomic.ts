import { type Kysely, sql } from 'kysely';

/** Consents, and the socio-economic reports that require them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...TABLES, ...EVENTS]) await sql.raw(statement).execute(db);
}

const TABLES = [
  `
-- That somebody agreed to a use of their data, and until when. It goes with the participant.
create table consents (
  service_id integer not null,
  id bigint generated always as identity,
  participant_id bigint not null,
  purpose text not null,
  -- Which version of the text they agreed to.
  text_version text not null,
  given_at timestamptz(3) not null,
  -- The file that shows it, which may be gone.
  evidence_file_id bigint,
  recorded_by bigint not null,
  revoked_at timestamptz(3),
  revoked_by bigint,
  created_at timestamptz(3) not null default now(),
  constraint consents_pkey primary key (service_id, id),
  constraint consents_participant foreign key (service_id, participant_id)
    references participants (service_id, id) on delete cascade,
  constraint consents_revoked check ((revoked_at is null) = (revoked_by is null))
)`,
  'create index consents_of_participant on consents (service_id, participant_id, created_at, id)',
  `
-- Which questions feed which section of a report. A version is never changed: reports were made by it.
create table socioeconomic_templates (
  service_id integer not null references services (id),
  key text not null,
  version integer not null,
  definition jsonb not null,
  created_at timestamptz(3) not null default now(),
  constraint socioeconomic_templates_pkey primary key (service_id, key, version)
)`,
  `
create table socioeconomic_reports (
  service_id integer not null,
  id bigint generated always as identity,
  participant_id bigint not null,
  template_key text not null,
  template_version integer not null,
  status text not null default 'draft',
  -- Counts up with each change; nothing is written over what somebody has not seen.
  version integer not null default 1,
  -- The final one that this one stands in for.
  corrects_id bigint,
  consent_id bigint not null,
  -- Whose answers it was made of.
  answers_user_id bigint not null,
  -- All that it says, under the key of the participant's business.
  sealed bytea not null,
  created_by bigint not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  finalized_by bigint,
  finalized_at timestamptz(3),
  -- The business's file that it was stored as, which may be gone.
  file_id bigint,
  -- Of the PDF, and of what it says as JSON.
  sha256 bytea,
  content_sha256 bytea,
  -- A JWS of hashes and ids each.
  signature text,
  content_signature text,
  kid text,
  constraint socioeconomic_reports_pkey primary key (service_id, id),
  constraint socioeconomic_reports_participant foreign key (service_id, participant_id)
    references participants (service_id, id) on delete cascade,
  -- Each goes with the same participant.
  constraint socioeconomic_reports_consent foreign key (service_id, consent_id)
    references consents (service_id, id),
  constraint socioeconomic_reports_corrects foreign key (service_id, corrects_id)
    references socioeconomic_reports (service_id, id),
  constraint socioeconomic_reports_template foreign key (service_id, template_key, template_version)
    references socioeconomic_templates (service_id, key, version),
  constraint socioeconomic_reports_key foreign key (kid) references report_keys (kid),
  constraint socioeconomic_reports_version check (version >= 1),
  constraint socioeconomic_reports_status check (case status
    when 'draft' then
      num_nonnulls(finalized_by, finalized_at, file_id, sha256, content_sha256, signature,
        content_signature, kid) = 0
    when 'final' then
      num_nulls(finalized_by, finalized_at, file_id, sha256, content_sha256, signature,
        content_signature, kid) = 0
    else false
  end)
)`,
  `create index socioeconomic_reports_of_participant
  on socioeconomic_reports (service_id, participant_id, created_at, id)`,
  `create index socioeconomic_reports_corrected on socioeconomic_reports (service_id, corrects_id)
  where corrects_id is not null`,
  'create index socioeconomic_reports_of_consent on socioeconomic_reports (service_id, consent_id)',
  `create index socioeconomic_reports_sha256 on socioeconomic_reports (service_id, sha256)
  where sha256 is not null`,
  `create index socioeconomic_reports_content on socioeconomic_reports (service_id, content_sha256)
  where content_sha256 is not null`,
];

const EVENTS = [
  'alter table business_events add column report_id bigint',
  'alter table business_events drop constraint business_events_content',
  `
alter table business_events add constraint business_events_content check (case type
  when 'business_upserted' then num_nulls(business_id, created) = 0
  when 'matches_found' then num_nulls(business_id, participant_id) = 0
  when 'matches_resolved' then num_nulls(business_id, participant_id) = 0
  when 'document_available' then
    num_nulls(business_id, participant_id, document_occurrence, document_type_digest) = 0
  when 'document_extracted' then num_nulls(business_id, extraction_id) = 0
  when 'report_finalized' then num_nulls(business_id, participant_id, report_id) = 0
  when 'answers_imported' then num_nulls(user_id, template_keys) = 0
  when 'business_completed' then num_nulls(business_id, receipt_id) = 0
  else false
end)`,
];
