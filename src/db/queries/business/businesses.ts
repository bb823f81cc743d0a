import { type RawBuilder, sql } from 'kysely';
import type { Business } from '../../../domain/business/business.ts';
import type { ServiceKeys } from '../../batching/read-keys.ts';
import type { Db } from '../../client.ts';
import {
  prepare,
  prepareStatement,
  type Statement,
  type ValueOf,
} from '../../statements/prepared.ts';
import {
  type IdValues,
  requestedIds,
  toGroups,
  toIdValues,
} from '../../statements/requested-ids.ts';
import { pipelineWithNext } from '../../statements/run-pipelined.ts';

/** Key of a business: exactly one of these. */
export type BusinessKey = { id: number } | { externalId: number } | { code: string };

/** Two businesses suffice to show that a code is ambiguous. */
const CODE_MATCHES_MAX = 2;

/** Reads the businesses with these ids: for each id a list of one, or of none when it does not exist. */
export async function readBusinesses(db: Db, request: ServiceKeys<number>): Promise<Business[][]> {
  return toGroups(await selectRequested(db, toIdValues(request)), request, toBusiness);
}

const selectRequested = prepare((db, value: ValueOf<IdValues>) =>
  db
    .selectFrom(requestedIds(value))
    .innerJoin('businesses as b', (join) =>
      join.on('b.service_id', '=', value('serviceId')).onRef('b.id', '=', 'requested_ids.id'),
    )
    .leftJoin('users as u', (join) =>
      join.on('u.service_id', '=', value('serviceId')).onRef('u.id', '=', 'b.responsible_user_id'),
    )
    .select(BUSINESS_COLUMNS)
    .select('requested_ids.ordinal'),
);

/**
 * Reads a business as a pipelined statement, which sees all earlier changes of the transaction. `onRead` is called
 * before the result of the next statement or the commit, with undefined when the business does not exist.
 */
export async function readBusinessPipelined(
  db: Db,
  key: OneBusiness,
  onRead: (business: Business | undefined) => void,
): Promise<void> {
  await pipelineWithNext(db, selectOne(db, key), ([row]) => onRead(row && toBusiness(row)));
}

const selectOne = prepareStatement((db, value: ValueOf<OneBusiness>) =>
  selectBusinesses(db, value('serviceId')).where('b.id', '=', value('id')).compile(),
);

/**
 * Returns the businesses with a key, at most two, lowest id first: a code is not unique, and two suffice to detect an
 * ambiguity.
 */
export async function listBusinessesByKey(
  db: Db,
  serviceId: number,
  key: BusinessKey,
): Promise<Business[]> {
  const query = selectBusinesses(db, serviceId).orderBy('b.id').limit(CODE_MATCHES_MAX);
  if ('id' in key) return (await query.where('b.id', '=', key.id).execute()).map(toBusiness);
  if ('externalId' in key)
    return (await query.where('b.external_id', '=', key.externalId).execute()).map(toBusiness);
  return (await query.where('b.code', '=', key.code).execute()).map(toBusiness);
}

/**
 * Locks a business until the transaction ends, so that no other transaction changes its participants. Returns its
 * version and creation time, or undefined when it does not exist.
 */
export async function lockBusiness(
  db: Db,
  serviceId: number,
  id: number,
): Promise<{ version: number; createdAt: Date } | undefined> {
  const [business] = (await db.executeQuery(lockBusinessStatement(db, { serviceId, id }))).rows;
  return business;
}

/** Statement that locks a business; returns one row or none. */
export const lockBusinessStatement: Statement<OneBusiness, { version: number; createdAt: Date }> =
  prepareStatement((db, value: ValueOf<OneBusiness>) =>
    db
      .selectFrom('businesses')
      .select(['version', 'created_at as createdAt'])
      .where('service_id', '=', value('serviceId'))
      .where('id', '=', value('id'))
      .forUpdate()
      .compile(),
  );

type OneBusiness = { serviceId: number; id: number };

/** Locks several businesses in order of id: every transaction does so, which avoids deadlocks. */
export async function lockBusinesses(
  db: Db,
  serviceId: number,
  ids: readonly number[],
): Promise<void> {
  await db
    .selectFrom('businesses')
    .select('id')
    .where('service_id', '=', serviceId)
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
    .orderBy('id')
    .forUpdate()
    .execute();
}

/**
 * Statement that deletes a business with its webhook deliveries that are not waiting. Waiting ones contain ids only and
 * are still sent. Fails when a row still refers to the business.
 */
export const deleteBusiness: Statement<OneBusiness, unknown> = prepareStatement(
  (db, value: ValueOf<OneBusiness>) =>
    db
      .with('deleted_deliveries', (cte) =>
        cte
          .deleteFrom('webhook_deliveries')
          .where('service_id', '=', value('serviceId'))
          .where('business_id', '=', value('id'))
          .where('state', '!=', sql.lit('waiting')),
      )
      .deleteFrom('businesses')
      .where('service_id', '=', value('serviceId'))
      .where('id', '=', value('id'))
      .compile(),
);

function selectBusinesses(db: Db, serviceId: number | RawBuilder<number>) {
  return db
    .selectFrom('businesses as b')
    .leftJoin('users as u', (join) =>
      join.onRef('u.service_id', '=', 'b.service_id').onRef('u.id', '=', 'b.responsible_user_id'),
    )
    .where('b.service_id', '=', serviceId)
    .select(BUSINESS_COLUMNS);
}

/** Columns of a business `b` and its responsible user `u`, if any. */
export const BUSINESS_COLUMNS = [
  'b.id',
  'b.external_id',
  'b.code',
  'b.name',
  'b.has_pending_matches',
  'b.has_missing_documents',
  'b.version',
  'b.created_at',
  'b.updated_at',
  'b.responsible_user_id',
  'u.given_name',
  'u.paternal_surname',
  'u.maternal_surname',
  'u.email',
] as const;

export type BusinessRow = Awaited<
  ReturnType<ReturnType<typeof selectBusinesses>['execute']>
>[number];

export function toBusiness(row: BusinessRow): Business {
  return {
    id: row.id,
    externalId: row.external_id,
    code: row.code,
    name: row.name,
    responsibleUser:
      row.responsible_user_id === null || row.given_name === null
        ? null
        : {
            id: row.responsible_user_id,
            givenName: row.given_name,
            paternalSurname: row.paternal_surname,
            maternalSurname: row.maternal_surname,
            email: row.email,
          },
    hasPendingMatches: row.has_pending_matches,
    hasMissingDocuments: row.has_missing_documents,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
