import type { Business } from '../../domain/business.ts';
import type { Window } from '../../domain/page.ts';
import type { Db } from '../client.ts';

/** The place of a business in the list of a service, newest first. */
export type BusinessKey = { createdAt: Date; id: number };

/** A business is named by exactly one of these. */
export type BusinessName = { id: number } | { externalId: number } | { code: string };

const CODE_MATCHES_MAX = 2;

export async function listBusinessesByIds(
  db: Db,
  serviceId: number,
  ids: readonly number[],
): Promise<Business[]> {
  const rows = await selectBusinesses(db, serviceId)
    .where((eb) => eb('b.id', '=', eb.fn.any(eb.val(ids))))
    .orderBy('b.id')
    .execute();
  return rows.map(toBusiness);
}

/** At most two, lowest id first: a code is not unique, and two are enough to know that it is ambiguous. */
export async function listBusinessesByName(
  db: Db,
  serviceId: number,
  name: BusinessName,
): Promise<Business[]> {
  const query = selectBusinesses(db, serviceId).orderBy('b.id').limit(CODE_MATCHES_MAX);
  if ('id' in name) return (await query.where('b.id', '=', name.id).execute()).map(toBusiness);
  if ('externalId' in name)
    return (await query.where('b.external_id', '=', name.externalId).execute()).map(toBusiness);
  return (await query.where('b.code', '=', name.code).execute()).map(toBusiness);
}

/** Newest first, one row more than the window's limit. */
export async function listBusinesses(
  db: Db,
  serviceId: number,
  window: Window<BusinessKey>,
): Promise<Business[]> {
  const isForward = window.from === 'start';
  const direction = isForward ? 'desc' : 'asc';
  const { after, before } = window;
  let query = selectBusinesses(db, serviceId);
  if (after !== null)
    query = query.where((eb) =>
      eb(eb.refTuple('b.created_at', 'b.id'), '<', eb.tuple(after.createdAt, after.id)),
    );
  if (before !== null)
    query = query.where((eb) =>
      eb(eb.refTuple('b.created_at', 'b.id'), '>', eb.tuple(before.createdAt, before.id)),
    );
  query = query
    .orderBy('b.created_at', direction)
    .orderBy('b.id', direction)
    .limit(window.limit + 1);
  const businesses = (await query.execute()).map(toBusiness);
  return isForward ? businesses : businesses.toReversed();
}

/** Counts no further than `max`. */
export async function countBusinesses(db: Db, serviceId: number, max: number): Promise<number> {
  const found = db.selectFrom('businesses').select('id').where('service_id', '=', serviceId);
  const row = await db
    .selectFrom(found.limit(max).as('found'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

/**
 * Holds the row until the transaction ends, so that nobody adds to the business or deletes from it;
 * undefined where there is no such business.
 */
export async function lockBusiness(
  db: Db,
  serviceId: number,
  id: number,
): Promise<{ version: number } | undefined> {
  return await db
    .selectFrom('businesses')
    .select('version')
    .where('service_id', '=', serviceId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Marks a business as changed; returns nothing, for the row is held by the caller's transaction. */
export async function touchBusiness(db: Db, serviceId: number, id: number): Promise<void> {
  await db
    .updateTable('businesses')
    .set((eb) => ({ version: eb('version', '+', 1), updated_at: eb.fn('now') }))
    .where('service_id', '=', serviceId)
    .where('id', '=', id)
    .execute();
}

export async function deleteBusiness(db: Db, serviceId: number, id: number): Promise<void> {
  await db
    .deleteFrom('businesses')
    .where('service_id', '=', serviceId)
    .where('id', '=', id)
    .execute();
}

function selectBusinesses(db: Db, serviceId: number) {
  return db
    .selectFrom('businesses as b')
    .leftJoin('users as u', (join) =>
      join.onRef('u.service_id', '=', 'b.service_id').onRef('u.id', '=', 'b.responsible_user_id'),
    )
    .where('b.service_id', '=', serviceId)
    .select([
      'b.id',
      'b.external_id',
      'b.code',
      'b.name',
      'b.version',
      'b.created_at',
      'b.updated_at',
      'u.given_name',
      'u.paternal_surname',
      'u.maternal_surname',
      'u.email',
    ]);
}

type BusinessRow = Awaited<ReturnType<ReturnType<typeof selectBusinesses>['execute']>>[number];

function toBusiness(row: BusinessRow): Business {
  return {
    id: row.id,
    externalId: row.external_id,
    code: row.code,
    name: row.name,
    responsibleUser:
      row.given_name === null
        ? null
        : {
            givenName: row.given_name,
            paternalSurname: row.paternal_surname,
            maternalSurname: row.maternal_surname,
            email: row.email,
          },
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
