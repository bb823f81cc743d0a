import type { Business } from '../../domain/business/business.ts';
import type { BusinessPlace } from '../../domain/business/business-list.ts';
import { type Listed, readingOf, type Window } from '../../domain/shared/page.ts';
import { inParts } from '../../domain/shared/split-into-parts.ts';
import {
  countBusinessesOfUsers,
  listBusinessesOfUsers,
} from '../queries/business/responsible-users.ts';
import { groupByKeys, orderByKeys } from './loader-order.ts';
import { createPartLoader, type LoaderSource, type PartLoader } from './part-loader.ts';
import { readsOf } from './reads.ts';

/** Loader of a window on the businesses that a user is responsible for, by user id. */
export type BusinessesOfUserLoader = PartLoader<
  Window<BusinessPlace>,
  Listed<Business, BusinessPlace>[]
>;

export function createBusinessesOfUserLoader(source: LoaderSource): BusinessesOfUserLoader {
  const { db, serviceId, schedule, hold } = source;
  const { businessLists } = readsOf(db);
  return createPartLoader(schedule, async (userIds, window) => {
    const { limit } = readingOf(window);
    const groups: Listed<Business, BusinessPlace>[][] = [];
    for (const ids of inParts(userIds, BUSINESSES_MAX / limit)) {
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
    for (const ids of inParts(userIds, COUNTED_USERS_MAX)) {
      const counts = await countBusinessesOfUsers(db, { serviceId, userIds: ids }, max);
      countsInOrder.push(
        ...orderByKeys(ids, counts, (row) => row.userId).map((row) => row?.count ?? 0),
      );
    }
    return countsInOrder;
  });
}
