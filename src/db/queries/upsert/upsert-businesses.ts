import { sql } from 'kysely';
import type { CapturedParticipant } from '../../../domain/business/upsert-participants.ts';
import type { Db } from '../../client.ts';
import { runWithNext } from '../../statements/run-pipelined.ts';
import { selectParticipants } from '../participants/participants.ts';
import { PERSONAL_COLUMNS } from '../participants/personal-information.ts';
import type { BusinessContent, HeldBusiness } from './upsert-business.ts';

/** Locks the businesses with these provider ids until the transaction ends, in order of id. */
export async function lockBusinessesByExternalIds(
  db: Db,
  serviceId: number,
  externalIds: readonly number[],
): Promise<(HeldBusiness & { externalId: number })[]> {
  return await db
    .selectFrom('businesses')
    .select([
      'id',
      'external_id as externalId',
      'version',
      'code',
      'name',
      'responsible_user_id as responsibleUserId',
    ])
    .where('service_id', '=', serviceId)
    .where((eb) => eb('external_id', '=', eb.fn.any(eb.val(externalIds))))
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** A person, by the provider's id, as part of a business. */
export type PersonOfBusiness = { businessId: number; externalPersonId: number };

/** The participants that are these persons of these businesses, with all that was captured; in order of id. */
export async function listParticipantsOfPairs(
  db: Db,
  serviceId: number,
  pairs: readonly PersonOfBusiness[],
): Promise<CapturedParticipant[]> {
  const asked = sql<{ business_id: number; external_id: number }>`unnest(
    ${pairs.map((one) => one.businessId)}::bigint[],
    ${pairs.map((one) => one.externalPersonId)}::bigint[]
  )`.as<'asked'>(sql`asked (business_id, external_id)`);
  return await selectParticipants(db, serviceId)
    .innerJoin(asked, (join) =>
      join
        .onRef('asked.business_id', '=', 'p.business_id')
        .onRef('asked.external_id', '=', 's.external_id'),
    )
    .select(PERSONAL_COLUMNS)
    .orderBy('p.id')
    .execute();
}

type Row = BusinessContent & { id: number };

/** Fails, with the next statement, with a unique violation where the service has one of the provider's ids by now. */
export async function insertBusinesses(
  db: Db,
  serviceId: number,
  rows: readonly (Row & { externalId: number })[],
): Promise<void> {
  const statement = sql`
    insert into businesses (service_id, id, external_id, code, name, responsible_user_id)
    select ${serviceId}::integer, r.id, r."externalId", r.code, r.name, r."responsibleUserId"
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (
      id bigint, "externalId" bigint, code text, name text, "responsibleUserId" bigint
    )
    order by r.id
  `;
  await runWithNext(db, statement.compile(db));
}

/** Writes the columns with the next statement; the version is touchBusinesses's. */
export async function updateBusinesses(
  db: Db,
  serviceId: number,
  rows: readonly Row[],
): Promise<void> {
  const statement = sql`
    update businesses b
    set code = r.code, name = r.name, responsible_user_id = r."responsibleUserId"
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (
      id bigint, code text, name text, "responsibleUserId" bigint
    )
    where b.service_id = ${serviceId} and b.id = r.id
  `;
  await runWithNext(db, statement.compile(db));
}
