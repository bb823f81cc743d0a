import type { Business } from '../../domain/business/business.ts';
import type { BusinessPosition } from '../../domain/business/business-list.ts';
import { getReadPlan, type PositionedRow, type Window } from '../../domain/shared/page.ts';
import { splitIntoParts } from '../../domain/shared/split-into-parts.ts';
import {
  countBusinessesOfUsers,
  listBusinessesOfUsers,
} from '../queries/business/responsible-users.ts';
import { type ArgumentLoader, createArgumentLoader, type LoaderSource } from './argument-loader.ts';
import { groupByKeys, orderByKeys } from './loader-order.ts';
import { getReads } from './reads.ts';

/** Loader of a window on the businesses that a user is responsible for, by user id. */
export type BusinessesOfUserLoader = ArgumentLoader<
  Window<BusinessPosition>,
  PositionedRow<Business, BusinessPosition>[]
>;

export function createBusinessesOfUserLoader(source: LoaderSource): BusinessesOfUserLoader {
  const { db, serviceId, schedule, reservation } = source;
  const { businessLists } = getReads(db);
  return createArgumentLoader(schedule, async (userIds, window) => {
    const { limit } = getReadPlan(window);
    const groups: PositionedRow<Business, BusinessPosition>[][] = [];
    for (const ids of splitIntoParts(userIds, BUSINESSES_MAX / limit)) {
      const rows = await businessLists(
        serviceId,
        async () => await listBusinessesOfUsers(db, { serviceId, userIds: ids }, window),
        reservation,
      );
      groups.push(...groupByKeys(ids, rows, (row) => row.userId));
    }
    return groups;
  });
}

/** Maximum number of businesses in one statement: those of the users of a common page of businesses. */
const BUSINESSES_MAX = 2_500;

/** Maximum number of users in one counting statement: each is counted separately. */
const COUNTED_USERS_MAX = 50;

/** Loader of the number of businesses of a user, counted up to the given number. */
export type BusinessCountOfUserLoader = ArgumentLoader<number, number>;

export function createBusinessCountOfUserLoader(source: LoaderSource): BusinessCountOfUserLoader {
  const { db, serviceId, schedule } = source;
  return createArgumentLoader(schedule, async (userIds, max) => {
    const countsInOrder: number[] = [];
    for (const ids of splitIntoParts(userIds, COUNTED_USERS_MAX)) {
      const counts = await countBusinessesOfUsers(db, { serviceId, userIds: ids }, max);
      countsInOrder.push(
        ...orderByKeys(ids, counts, (row) => row.userId).map((row) => row?.count ?? 0),
      );
    }
    return countsInOrder;
  });
}
