import { type Kysely, sql } from 'kysely';

/** Counts of a service, and indexes for lists of receipts, audit events and files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...COUNTS, ...AUDIT, ...LISTS]) await sql.raw(statement).execute(db);
}

const COUNTS = [
  `
-- A count of a service is the sum over its rows; one of them alone says nothing and may be below 0. Every transaction
-- that makes a count another adds to one row, with its commit. Room is left in each page, for rows that change often.
create table service_counts (
  service_id integer not null,
  shard smallint not null,
  businesses bigint not null,
  natural_persons bigint not null,
  legal_entities bigint not null,
  pending_participants bigint not null,
  pending_matches bigint not null,
  missing_documents bigint not null,
  constraint service_counts_pkey primary key (service_id, shard),
  constraint service_counts_service_id_fkey foreign key (service_id) references services (id)
) with (fillfactor = 20)`,
  `
insert into service_counts
select s.id, 0,
  (select count(*) from businesses b where b.service_id = s.id),
  (select count(*) from participants p where p.service_id = s.id and p.person_type = 'natural'),
  (select count(*) from participants p where p.service_id = s.id and p.person_type = 'legal'),
  (select count(*) from participants p where p.service_id = s.id and p.has_pending_matches),
  (select count(*) from participant_matches m where m.service_id = s.id and m.status = 'pending'),
  (select count(*) from documents d where d.service_id = s.id and d.file_id is null)
from services s`,
];

const AUDIT = [
  // Business of the event; it outlives the business, so there is no foreign key.
  'alter table audit_events add column business_id bigint',
  `
update audit_events set business_id = case
  when jsonb_typeof(details -> 'businessId') = 'number' then (details ->> 'businessId')::bigint
  when jsonb_array_length(details -> 'businessIds') = 1 then (details -> 'businessIds' ->> 0)::bigint
end
where details ?| array['businessId', 'businessIds']`,
  'create index audit_events_occurred on audit_events (service_id, occurred_at, id)',
  `
create index audit_events_business on audit_events (service_id, business_id, occurred_at, id)
where business_id is not null`,
  `
create index audit_events_user on audit_events (service_id, user_id, occurred_at, id)
where user_id is not null`,
  'create index audit_events_action on audit_events (service_id, action, occurred_at, id)',
];

const LISTS = [
  'create index deletion_receipts_completed on deletion_receipts (service_id, completed_at, id)',
  'drop index deletion_receipts_business',
  `
create index deletion_receipts_business
on deletion_receipts (service_id, business_id, completed_at, id)`,
  `
create index deletion_receipts_user
on deletion_receipts (service_id, completed_by_user_id, completed_at, id)`,
  `
create index deletion_receipts_mode
on deletion_receipts (service_id, delete_mode, completed_at, id)`,
  // Files of another system are known by id only: an import of a million of them writes nothing here.
  `
create index files_created on files (service_id, created_at, id) where state <> 'elsewhere'`,
  `
create index files_state on files (service_id, state, created_at, id) where state <> 'elsewhere'`,
  'drop index files_business',
  `
create index files_business on files (service_id, business_id, created_at, id)
where business_id is not null`,
];
