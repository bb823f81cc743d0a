import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import { selectStaged } from './staged.ts';

/**
 * Stores the id of the user of each line: the given id, otherwise the id of the user with the e-mail; null for a new
 * user without a given id.
 */
export async function resolveUsers(db: Db, serviceId: number): Promise<void> {
  await sql`
    insert into import_user_ids (service_id, record, id, is_new)
    select ${serviceId}::integer, r.record, coalesce(r.id, by_email.id), coalesce(by_id.id, by_email.id) is null
    from ${selectStaged(serviceId, 'import_users')} r
    left join users by_id on by_id.service_id = ${serviceId} and by_id.id = r.id
    left join users by_email on r.id is null
      and by_email.service_id = ${serviceId} and lower(by_email.email) = r.email_key
    order by r.record
  `.execute(db);
}

export async function updateUsers(db: Db, serviceId: number): Promise<void> {
  await sql`
    update users u
    set email = r.email, given_name = r.given_name, paternal_surname = r.paternal_surname,
        maternal_surname = r.maternal_surname, updated_at = now()
    from ${selectStaged(serviceId, 'import_users')} r join ${selectStaged(serviceId, 'import_user_ids')} i on i.record = r.record
    where not i.is_new and u.service_id = ${serviceId} and u.id = i.id
      and (u.email, u.given_name, u.paternal_surname, u.maternal_surname)
        is distinct from (r.email, r.given_name, r.paternal_surname, r.maternal_surname)
  `.execute(db);
}

export async function insertUsers(db: Db, serviceId: number): Promise<void> {
  await sql`
    insert into users (service_id, id, email, given_name, paternal_surname, maternal_surname)
    select ${serviceId}, i.id, r.email, r.given_name, r.paternal_surname, r.maternal_surname
    from ${selectStaged(serviceId, 'import_users')} r join ${selectStaged(serviceId, 'import_user_ids')} i on i.record = r.record
    where i.is_new
  `.execute(db);
}

/**
 * Stores each e-mail of a responsible user with the id of the user; null for a new one. Call it after the imported
 * users are stored. When lines state different names for an e-mail, those of the last line with a name are used.
 */
export async function resolveResponsibles(db: Db, serviceId: number): Promise<void> {
  await sql`
    insert into import_responsibles (service_id, email_key, email, given_name, paternal_surname,
      maternal_surname, id, is_new, has_names)
    select ${serviceId}::integer, r.email_key, r.email, r.given_name, r.paternal_surname, r.maternal_surname,
           u.id, u.id is null, r.has_names
    from (
      select distinct on (email_key) *
      from (
        select *, given_name <> '' or coalesce(paternal_surname, maternal_surname) is not null as has_names
        from import_businesses where service_id = ${serviceId} and email is not null
      ) as lines
      order by email_key, has_names desc, record desc
    ) as r
    left join users u on u.service_id = ${serviceId} and lower(u.email) = r.email_key
    order by r.record
  `.execute(db);
}

export async function insertResponsibles(db: Db, serviceId: number): Promise<void> {
  await sql`
    insert into users (service_id, id, email, given_name, paternal_surname, maternal_surname)
    select ${serviceId}, id, email, given_name, paternal_surname, maternal_surname
    from import_responsibles where service_id = ${serviceId} and is_new
  `.execute(db);
}

/** Updates the names of responsible users from the lines of businesses, except of users that the import contains. */
export async function updateResponsibles(db: Db, serviceId: number): Promise<void> {
  await sql`
    update users u
    set given_name = r.given_name, paternal_surname = r.paternal_surname,
        maternal_surname = r.maternal_surname, updated_at = now()
    from ${selectStaged(serviceId, 'import_responsibles')} r
    where not r.is_new and r.has_names and u.service_id = ${serviceId} and u.id = r.id
      and not exists (select from ${selectStaged(serviceId, 'import_users')} i where i.email_key = r.email_key)
      and (u.given_name, u.paternal_surname, u.maternal_surname)
        is distinct from (r.given_name, r.paternal_surname, r.maternal_surname)
  `.execute(db);
}
