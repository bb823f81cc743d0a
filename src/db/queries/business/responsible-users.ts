import { sql } from 'kysely';
import type { Business, ResponsibleUser } from '../../../domain/business/business.ts';
import type { BusinessPosition } from '../../../domain/business/business-list.ts';
import { getReadPlan, type PositionedRow, type Window } from '../../../domain/shared/page.ts';
import type { Db } from '../../client.ts';
import { BUSINESS_COLUMNS, toBusiness } from './businesses.ts';

/**
 * Returns those of the users with these ids who are responsible for at least one business, in order of id; others are
 * omitted.
 */
export async function listResponsibleUsers(
  db: Db,
  serviceId: number,
  ids: readonly number[],
): Promise<ResponsibleUser[]> {
  return await db
    .selectFrom('users as u')
    .select([
      'u.id',
      'u.given_name as givenName',
      'u.paternal_surname as paternalSurname',
      'u.maternal_surname as maternalSurname',
      'u.email',
    ])
    .where('u.service_id', '=', serviceId)
    .where((eb) => eb('u.id', '=', eb.fn.any(eb.val(ids))))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('businesses as b')
          .select('b.id')
          .where('b.service_id', '=', serviceId)
          .whereRef('b.responsible_user_id', '=', 'u.id'),
      ),
    )
    .orderBy('u.id')
    .execute();
}

export type ListedOfUser = PositionedRow<Business, BusinessPosition> & { userId: number };

/**
 * Returns the same window on the businesses of each user, newest first, by one statement; for each user at most the
 * limit of `getReadPlan`.
 */
export async function listBusinessesOfUsers(
  db: Db,
  { serviceId, userIds }: { serviceId: number; userIds: readonly number[] },
  window: Window<BusinessPosition>,
): Promise<ListedOfUser[]> {
  const { from, limit } = getReadPlan(window);
  const direction = from === 'start' ? 'desc' : 'asc';
  const rows = await db
    .selectFrom(unnestUserIds(userIds))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('businesses as b')
          .selectAll('b')
          .where('b.service_id', '=', serviceId)
          .where('b.responsible_user_id', '=', eb.ref('requested_users.id'))
          .where((row) => row.and(keysetConditions(window)))
          .orderBy('b.created_at', direction)
          .orderBy('b.id', direction)
          .limit(limit)
          .as('b'),
      (join) => join.onTrue(),
    )
    .innerJoin('users as u', (join) =>
      join.onRef('u.id', '=', 'requested_users.id').on('u.service_id', '=', serviceId),
    )
    .select(BUSINESS_COLUMNS)
    .select('requested_users.id as userId')
    .orderBy('b.created_at', 'desc')
    .orderBy('b.id', 'desc')
    .execute();
  return rows.map((row) => ({
    node: toBusiness(row),
    position: [row.created_at.toISOString(), row.id],
    userId: row.userId,
  }));
}

/** Counts the businesses of each user by the user's id, up to `max`. */
export async function countBusinessesOfUsers(
  db: Db,
  { serviceId, userIds }: { serviceId: number; userIds: readonly number[] },
  max: number,
): Promise<{ userId: number; count: number }[]> {
  return await db
    .selectFrom(unnestUserIds(userIds))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom(
            eb
              .selectFrom('businesses as b')
              .select('b.id')
              .where('b.service_id', '=', serviceId)
              .where('b.responsible_user_id', '=', eb.ref('requested_users.id'))
              .orderBy('b.created_at')
              .limit(max)
              .as('businesses_of_user'),
          )
          .select((row) => row.fn.countAll<number>().as('count'))
          .as('business_count'),
      (join) => join.onTrue(),
    )
    .select(['requested_users.id as userId', 'business_count.count'])
    .orderBy('requested_users.id')
    .execute();
}

/** Table with one row for each user, so that each is read by its own index scan, which the limit ends. */
function unnestUserIds(ids: readonly number[]) {
  return sql<{ id: number }>`unnest(${ids}::bigint[])`.as<'requested_users'>(
    sql`requested_users (id)`,
  );
}

/** Returns keyset conditions as row comparisons, for which PostgreSQL starts an index scan at the cursor. */
function keysetConditions({ after, before }: Window<BusinessPosition>) {
  const position = sql`(b.created_at, b.id)`;
  return [
    ...(after === null ? [] : [sql<boolean>`${position} < ${toRowValue(after)}`]),
    ...(before === null ? [] : [sql<boolean>`${position} > ${toRowValue(before)}`]),
  ];
}

function toRowValue([createdAt, id]: BusinessPosition) {
  return sql`(${createdAt}::timestamptz, ${id}::bigint)`;
}
