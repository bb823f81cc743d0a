import { sql } from 'kysely';
import type { Participant } from '../../../domain/business/participant.ts';
import type { ParticipantFilter } from '../../../domain/business/participant-list.ts';
import { getReadPlan, type Window } from '../../../domain/shared/page.ts';
import type { Db } from '../../client.ts';
import { ROLES_UNLESS_TOO_LONG, requireRoles } from './bounded-roles.ts';
import { FILTER_PLAN_HINT, toConditions } from './participant-conditions.ts';
import { PARTICIPANT_SUBQUERY_COLUMNS, selectParticipants } from './participants.ts';

export type ParticipantListing = {
  serviceId: number;
  businessIds: readonly number[];
  filter: ParticipantFilter;
};

/**
 * Returns the same window on the participants of each business by one statement, in order of id; for each business at
 * most the limit of `getReadPlan`. Throws AppError `limit_exceeded` when the roles of all rows exceed BYTES_MAX
 * together.
 */
export async function listParticipantWindows(
  db: Db,
  { serviceId, businessIds, filter }: ParticipantListing,
  window: Window<number>,
): Promise<Participant[]> {
  const { from, limit } = getReadPlan(window);
  const conditions = toConditions(filter, { serviceId, usage: 'row' });
  const rows = await db
    .selectFrom(unnestBusinessIds(businessIds))
    .$if(conditions.length > 0, (query) => query.modifyFront(FILTER_PLAN_HINT))
    .innerJoinLateral(
      selectParticipants(db, serviceId)
        .where('p.business_id', '=', sql<number>`business.id`)
        .where((eb) => eb.and(conditions))
        .$if(window.after !== null, (query) => query.where('p.id', '>', window.after))
        .$if(window.before !== null, (query) => query.where('p.id', '<', window.before))
        .orderBy('p.id', from === 'start' ? 'asc' : 'desc')
        .limit(limit)
        .as('participant'),
      (join) => join.onTrue(),
    )
    .select(PARTICIPANT_SUBQUERY_COLUMNS)
    .select(ROLES_UNLESS_TOO_LONG.as('roles'))
    .orderBy('participant.id')
    .execute();
  return requireRoles(rows);
}

/** Counts the participants of each business that match the filter, in order of business id. */
export async function countParticipants(
  db: Db,
  { serviceId, businessIds, filter }: ParticipantListing,
): Promise<{ businessId: number; count: number }[]> {
  const conditions = toConditions(filter, { serviceId, usage: 'row' });
  return await db
    .selectFrom(unnestBusinessIds(businessIds))
    .$if(conditions.length > 0, (query) => query.modifyFront(FILTER_PLAN_HINT))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('participants as p')
          .where('p.service_id', '=', serviceId)
          .where('p.business_id', '=', eb.ref('business.id'))
          .where((row) => row.and(conditions))
          .select((row) => row.fn.countAll<number>().as('count'))
          .as('participant_count'),
      (join) => join.onTrue(),
    )
    .select(['business.id as businessId', 'participant_count.count'])
    .orderBy('business.id')
    .execute();
}

/** Table with one row for each business, so that each is read by its own index scan. */
function unnestBusinessIds(ids: readonly number[]) {
  return sql<{ id: number }>`unnest(${ids}::bigint[])`.as<'business'>(sql`business (id)`);
}
