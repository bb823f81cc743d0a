import type { Business } from '../../domain/business/business.ts';
import type { BusinessPosition } from '../../domain/business/business-list.ts';
import { getReadPlan, type PositionedRow, type Window } from '../../domain/shared/page.ts';
import { splitIntoParts } from '../../domain/shared/split-into-parts.ts';
import {
  countBusinessesOfUsers,
  listBusinessesOfUsers,
} from '../queries/business/responsible-users.ts';
import { groupByKeys, orderByKeys } from './loader-order.ts';
import { createPartLoader, type LoaderSource, type PartLoader } from './part-loader.ts';
import { readsOf } from './reads.ts';

/** Loader of a window on the businesses that a user is responsible for, by user id. */
export type BusinessesOfUserLoader = PartLoader<
  Window<BusinessPosition>,
  PositionedRow<Business, BusinessPosition>[]
>;

export function createBusinessesOfUserLoader(source: LoaderSource): BusinessesOfUserLoader {
  const { db, serviceId, schedule, hold } = source;
  const { businessLists } = readsOf(db);
  return createPartLoader(schedule, async (userIds, window) => {
    const { limit } = getReadPlan(window);
    const groups: PositionedRow<Business, BusinessPosition>[][] = [];
    for (const ids of splitIntoParts(userIds, BUSINESSES_MAX / limit)) {
      const rows = await businessLists(
        serviceId,
        async () => await listBusinessesOfUsers(db, { serviceId, userIds: ids }, window),
        hold,
      );
      groups.push(...groupByKeys(ids, rows, (row) => row.userId));
    }
    return groups;
  });
}

/** Maximum number of businesses in one statement: those of the users of a usual page of businesses. */
const BUSINESSES_MAX = 2_500;

/** Maximum number of users in one counting statement: each is counted separately. */
const COUNTED_USERS_MAX = 50;

/** Loader of the number of businesses of a user, counted up to the given number. */
export type BusinessCountOfUserLoader = PartLoader<number, number>;

export function createBusinessCountOfUserLoader(source: LoaderSource): BusinessCountOfUserLoader {
  const { db, serviceId, schedule } = source;
  return createPartLoader(schedule, async (userIds, max) => {
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
