import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../client.ts';
import { selectStaged } from './staged.ts';

/**
 * True when a participant of line `r` has pending matches; the business will have exactly the participants of the line.
 */
function hasPendingMatches(serviceId: number): RawBuilder<boolean> {
  return sql`exists (
    select from import_participants p
    where p.service_id = ${serviceId} and p.record = r.record and p.has_pending_matches
  )`;
}

function hasMissingDocuments(serviceId: number): RawBuilder<boolean> {
  return sql`exists (
    select from import_documents d
    where d.service_id = ${serviceId} and d.record = r.record and d.file_id is null
  )`;
}

/**
 * Locks the service against concurrent imports until the transaction ends. Other writes continue, because their foreign
 * key checks do not conflict with the lock.
 */
export async function lockServiceForImport(db: Db, serviceId: number): Promise<void> {
  await sql`select id from services where id = ${serviceId} for no key update`.execute(db);
}

/** Locks the businesses of the import in order of id, against concurrent deletions. */
export async function lockImportedBusinesses(db: Db, serviceId: number): Promise<void> {
  await sql`
    select count(*) from (
      select 1 from businesses
      where service_id = ${serviceId} and id in (
        select b.id from businesses b join ${selectStaged(serviceId, 'import_businesses')} r on r.id = b.id
        where b.service_id = ${serviceId}
        union
        select b.id from businesses b join ${selectStaged(serviceId, 'import_businesses')} r on r.external_id = b.external_id
        where b.service_id = ${serviceId}
      )
      order by id for update
    ) as locked_businesses
  `.execute(db);
}

/**
 * Stores the id of the business of each line: the given id, otherwise the id of the business with the provider's id;
 * null for a new business without a given id.
 */
export async function resolveBusinesses(db: Db, serviceId: number): Promise<void> {
  await sql`
    insert into import_business_ids (service_id, record, id, is_new)
    select ${serviceId}::integer, r.record, coalesce(r.id, by_key.id), coalesce(by_id.id, by_key.id) is null
    from ${selectStaged(serviceId, 'import_businesses')} r
    left join businesses by_id on by_id.service_id = ${serviceId} and by_id.id = r.id
    left join businesses by_key on r.id is null
      and by_key.service_id = ${serviceId} and by_key.external_id = r.external_id
    order by r.record
  `.execute(db);
}

export async function insertBusinesses(db: Db, serviceId: number): Promise<void> {
  await sql`
    with saved_businesses as (
      insert into businesses as new_business (service_id, id, external_id, code, name, responsible_user_id,
        has_pending_matches, has_missing_documents)
      select ${serviceId}, i.id, r.external_id, r.code, r.name, u.id,
        ${hasPendingMatches(serviceId)}, ${hasMissingDocuments(serviceId)}
      from ${selectStaged(serviceId, 'import_businesses')} r
      join ${selectStaged(serviceId, 'import_business_ids')} i on i.record = r.record
      left join ${selectStaged(serviceId, 'import_responsibles')} u on u.email_key = r.email_key
      where i.is_new
      returning new_business.id
    )
    ${recordSaved(serviceId, { created: true })}
  `.execute(db);
}

/** Records the stored businesses whose own columns the import changes. */
export async function recordChangedBusinesses(db: Db, serviceId: number): Promise<void> {
  await sql`
    insert into import_changes (service_id, business_id)
    select ${serviceId}::integer, b.id
    from ${selectStaged(serviceId, 'import_businesses')} r
    join ${selectStaged(serviceId, 'import_business_ids')} i on i.record = r.record
    left join ${selectStaged(serviceId, 'import_responsibles')} u on u.email_key = r.email_key
    join businesses b on b.service_id = ${serviceId} and b.id = i.id
    where not i.is_new and (b.external_id, b.code, b.name, b.responsible_user_id)
      is distinct from (r.external_id, r.code, r.name, u.id)
  `.execute(db);
}

/** Updates the businesses whose changes were recorded, and increments their versions. */
export async function updateBusinesses(db: Db, serviceId: number): Promise<void> {
  await sql`
    with saved_businesses as (
      update businesses b
      set external_id = r.external_id, code = r.code, name = r.name, responsible_user_id = u.id,
          has_pending_matches = ${hasPendingMatches(serviceId)}, has_missing_documents = ${hasMissingDocuments(serviceId)},
          version = b.version + 1, updated_at = now()
      from ${selectStaged(serviceId, 'import_businesses')} r
      join ${selectStaged(serviceId, 'import_business_ids')} i on i.record = r.record
      left join ${selectStaged(serviceId, 'import_responsibles')} u on u.email_key = r.email_key
      where not i.is_new and b.service_id = ${serviceId} and b.id = i.id
        and b.id in (select business_id from import_changes where service_id = ${serviceId})
      returning b.id
    )
    ${recordSaved(serviceId, { created: false })}
  `.execute(db);
}

/** Records an event and an audit event for each row of the common table expression `saved_businesses`. */
function recordSaved(serviceId: number, { created }: { created: boolean }): RawBuilder<unknown> {
  return sql`
    , audit as (
      insert into audit_events (service_id, action, business_id, details)
      select ${serviceId}::integer, 'business_imported', id,
        jsonb_build_object('businessId', id, 'created', ${created}::boolean)
      from saved_businesses order by id
    )
    insert into business_events (service_id, type, business_id, created)
    select ${serviceId}::integer, 'business_upserted', id, ${created}::boolean
    from saved_businesses order by id`;
}
