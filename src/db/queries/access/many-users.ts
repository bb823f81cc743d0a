import { sql } from 'kysely';
import type { UserNames } from '../../../domain/service-user.ts';
import type { Db } from '../../client.ts';

/** An e-mail with what makes it the same as others, and the user that has it; `id` is null where none has. */
export type EmailOwner = {
  folded: string;
  id: number | null;
  givenName: string | null;
  paternalSurname: string | null;
  maternalSurname: string | null;
};

/** One row for each of the e-mails, in their order. */
export async function listEmailOwners(
  db: Db,
  serviceId: number,
  emails: readonly string[],
): Promise<EmailOwner[]> {
  const { rows } = await sql<EmailOwner>`
    select lower(asked.email) as folded, u.id, u.given_name as "givenName",
      u.paternal_surname as "paternalSurname", u.maternal_surname as "maternalSurname"
    from unnest(${emails}::text[]) with ordinality as asked (email, place)
    left join users u on u.service_id = ${serviceId} and lower(u.email) = lower(asked.email)
    order by asked.place
  `.execute(db);
  return rows;
}

type NamedUser = UserNames & { id: number };

/** Fails with a unique violation where the service has a user with one of the e-mails by now. */
export async function insertUsers(
  db: Db,
  serviceId: number,
  users: readonly (NamedUser & { email: string })[],
): Promise<void> {
  await sql`
    insert into users (service_id, id, email, given_name, paternal_surname, maternal_surname)
    select ${serviceId}::integer, r.id, r.email, r."givenName", r."paternalSurname", r."maternalSurname"
    from json_to_recordset(${JSON.stringify(users)}::json) as r (
      id bigint, email text, "givenName" text, "paternalSurname" text, "maternalSurname" text
    )
    order by r.id
  `.execute(db);
}

export async function updateNamesOfUsers(
  db: Db,
  serviceId: number,
  users: readonly NamedUser[],
): Promise<void> {
  await sql`
    update users u
    set given_name = r."givenName", paternal_surname = r."paternalSurname",
      maternal_surname = r."maternalSurname", updated_at = now()
    from json_to_recordset(${JSON.stringify(users)}::json) as r (
      id bigint, "givenName" text, "paternalSurname" text, "maternalSurname" text
    )
    where u.service_id = ${serviceId} and u.id = r.id
  `.execute(db);
}
