import { type Kysely, sql } from 'kysely';

/** Outbox of business events, which mutations write and a publisher puts in order for subscribers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(TABLES).execute(db);
}

const TABLES = `
-- The order of a service's events: positions count up from 1 without a gap, in the order of publishing.
create table business_event_streams (
  service_id integer not null references services (id),
  -- Part of every event id, so that an id of another service or of another database is known as such.
  stream_key uuid not null default gen_random_uuid(),
  last_position bigint not null default 0 check (last_position between 0 and 9007199254740991),
  primary key (service_id)
);

-- Ids, types and template keys only. An event outlives what it is about, so there are no foreign keys to it.
create table business_events (
  service_id integer not null references services (id),
  id bigint generated always as identity,
  -- Both null until the event is published, which is after the commit of its mutation.
  position bigint,
  published_at timestamptz(3),
  occurred_at timestamptz(3) not null default now(),
  type text not null,
  business_id bigint,
  participant_id bigint,
  document_occurrence integer,
  -- SHA-256 of the type code: it finds the document while it exists and says nothing once it is deleted.
  document_type_digest bytea,
  user_id bigint,
  template_keys text[],
  receipt_id bigint,
  created boolean,
  primary key (service_id, id),
  check ((position is null) = (published_at is null)),
  check (case type
    when 'business_upserted' then num_nulls(business_id, created) = 0
    when 'matches_resolved' then num_nulls(business_id, participant_id) = 0
    when 'document_available' then
      num_nulls(business_id, participant_id, document_occurrence, document_type_digest) = 0
    when 'answers_imported' then num_nulls(user_id, template_keys) = 0
    when 'business_completed' then num_nulls(business_id, receipt_id) = 0
    else false
  end)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
create unique index business_events_position on business_events (service_id, position)
  where position is not null;
create index business_events_waiting on business_events (service_id, id) where position is null;
`;
