import { sql } from 'kysely';
import type { UserNames } from '../../../domain/access/service-user.ts';
import type { Db } from '../../client.ts';
import { prepareStatement, type ValueOf } from '../../statements/prepared.ts';
import { pipelineWithNext } from '../../statements/run-pipelined.ts';

/** User of an e-mail, with the e-mail in lower case as `folded`; all other members are null when no user has it. */
export type EmailOwner = {
  folded: string;
  id: number | null;
  givenName: string | null;
  paternalSurname: string | null;
  maternalSurname: string | null;
};

type Emails = { serviceId: number; emails: readonly string[] };

/** Selects one row for each e-mail, in the given order. */
export const selectEmailOwners = prepareStatement((db, value: ValueOf<Emails>) =>
  sql<EmailOwner>`
    select lower(requested_emails.email) as folded, u.id, u.given_name as "givenName",
      u.paternal_surname as "paternalSurname", u.maternal_surname as "maternalSurname"
    from unnest(${value('emails')}::text[]) with ordinality as requested_emails (email, ordinal)
    left join users u on u.service_id = ${value('serviceId')} and lower(u.email) = lower(requested_emails.email)
    order by requested_emails.ordinal
  `.compile(db),
);

export async function listEmailOwners(db: Db, emails: Emails): Promise<EmailOwner[]> {
  const { rows } = await db.executeQuery(selectEmailOwners(db, emails));
  return rows;
}

type NamedUser = UserNames & { id: number };

/**
 * Inserts users as a pipelined statement. The statement fails with a unique violation when the service has a user with
 * one of the e-mails.
 */
export async function insertUsers(
  db: Db,
  serviceId: number,
  users: readonly (NamedUser & { email: string })[],
): Promise<void> {
  const statement = sql`
    insert into users (service_id, id, email, given_name, paternal_surname, maternal_surname)
    select ${serviceId}::integer, r.id, r.email, r."givenName", r."paternalSurname", r."maternalSurname"
    from json_to_recordset(${JSON.stringify(users)}::json) as r (
      id bigint, email text, "givenName" text, "paternalSurname" text, "maternalSurname" text
    )
    order by r.id
  `;
  await pipelineWithNext(db, statement.compile(db));
}

/** Updates the names of users as a pipelined statement, sent with the next one. */
export async function updateNamesOfUsers(
  db: Db,
  serviceId: number,
  users: readonly NamedUser[],
): Promise<void> {
  const statement = sql`
    update users u
    set given_name = r."givenName", paternal_surname = r."paternalSurname",
      maternal_surname = r."maternalSurname", updated_at = now()
    from json_to_recordset(${JSON.stringify(users)}::json) as r (
      id bigint, "givenName" text, "paternalSurname" text, "maternalSurname" text
    )
    where u.service_id = ${serviceId} and u.id = r.id
  `;
  await pipelineWithNext(db, statement.compile(db));
}
