import { type Kysely, sql } from 'kysely';

/** Columns and indexes by which lists of businesses and participants are filtered and ordered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(FOLDING).execute(db);
  await sql.raw(COLUMNS).execute(db);
  await sql.raw(INDEXES).execute(db);
}

/**
 * Folds a text for search: case of Latin letters and accents are removed, independent of the server's collations. It is
 * cut, because index entries have a maximum size; plain ASCII takes the fast path.
 */
const FOLDING = `
create function fold_text(value text) returns text
  language sql immutable parallel safe
  return left(lower(
    case when octet_length(value) = char_length(value) then value
    else regexp_replace(normalize(value, nfd), '[\\u0300-\\u036f]+', '', 'g') end collate "C"
  ), 200);
`;

const COLUMNS = `
alter table businesses
  -- Kept by whoever changes participants or documents: see touchBusiness.
  add column has_pending_matches boolean not null default false,
  add column has_missing_documents boolean not null default false,
  add column code_key text collate "C" not null
    generated always as (fold_text(code)) stored,
  -- Two, since a business without a name comes last in either direction.
  add column name_key text collate "C" not null
    generated always as (coalesce('0' || fold_text(name), '1')) stored,
  add column name_key_desc text collate "C" not null
    generated always as (coalesce('1' || fold_text(name), '0')) stored;

update businesses b set
  has_pending_matches = exists (
    select from participants p
    where p.service_id = b.service_id and p.business_id = b.id and p.has_pending_matches
  ),
  has_missing_documents = exists (
    select from participants p
    join documents d on d.service_id = p.service_id and d.participant_id = p.id
    where p.service_id = b.service_id and p.business_id = b.id and d.file_id is null
  );
`;

const INDEXES = `
-- The flags stand at the end, so that a walk in order tells by the index alone which rows to leave out.
drop index businesses_created;
create index businesses_created
  on businesses (service_id, created_at, id, has_pending_matches, has_missing_documents);
create index businesses_updated
  on businesses (service_id, updated_at, id, has_pending_matches, has_missing_documents);
create index businesses_name
  on businesses (service_id, name_key, id, has_pending_matches, has_missing_documents);
create index businesses_name_desc
  on businesses (service_id, name_key_desc, id, has_pending_matches, has_missing_documents);
create index businesses_code_key on businesses (service_id, code_key);

-- Where few have the flag these find them without a walk; where few lack it, the walk is short.
create index businesses_pending on businesses (service_id, created_at, id) where has_pending_matches;
create index businesses_missing on businesses (service_id, created_at, id) where has_missing_documents;

create index participants_pending
  on participants (service_id, business_id, id) where has_pending_matches;
create index documents_missing on documents (service_id, participant_id) where file_id is null;
`;
