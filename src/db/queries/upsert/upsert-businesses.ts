import { sql } from 'kysely';
import type { CapturedParticipant } from '../../../domain/business/upsert-participants.ts';
import type { Db } from '../../client.ts';
import { pipelineWithNext } from '../../statements/run-pipelined.ts';
import { selectParticipants } from '../participants/participants.ts';
import { PERSONAL_COLUMNS } from '../participants/personal-information.ts';
import type { BusinessContent, StoredBusiness } from './upsert-business.ts';

/** Returns the businesses with these provider ids, locked until the transaction ends, in order of id. */
export async function lockBusinessesByExternalIds(
  db: Db,
  serviceId: number,
  externalIds: readonly number[],
): Promise<(StoredBusiness & { externalId: number })[]> {
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

/** Person of a business, by the provider's id. */
export type PersonOfBusiness = { businessId: number; externalPersonId: number };

/**
 * Returns the participants that are these persons in these businesses, with their personal information, in order of id.
 */
export async function listParticipantsOfPairs(
  db: Db,
  serviceId: number,
  pairs: readonly PersonOfBusiness[],
): Promise<CapturedParticipant[]> {
  const requestedPairs = sql<{ business_id: number; external_id: number }>`unnest(
    ${pairs.map((pair) => pair.businessId)}::bigint[],
    ${pairs.map((pair) => pair.externalPersonId)}::bigint[]
  )`.as<'requested_pairs'>(sql`requested_pairs (business_id, external_id)`);
  return await selectParticipants(db, serviceId)
    .innerJoin(requestedPairs, (join) =>
      join
        .onRef('requested_pairs.business_id', '=', 'p.business_id')
        .onRef('requested_pairs.external_id', '=', 's.external_id'),
    )
    .select(PERSONAL_COLUMNS)
    .orderBy('p.id')
    .execute();
}

type Row = BusinessContent & { id: number };

/**
 * Inserts businesses as a pipelined statement. The statement fails with a unique violation when the service has a
 * business with one of the provider's ids.
 */
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
  await pipelineWithNext(db, statement.compile(db));
}

/** Updates the columns as a pipelined statement; touchBusinesses updates the versions. */
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
  await pipelineWithNext(db, statement.compile(db));
}
