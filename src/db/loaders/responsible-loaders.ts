import type { Business } from '../../domain/business.ts';
import type { BusinessPlace } from '../../domain/business-list.ts';
import type { Listed, Window } from '../../domain/page.ts';
import {
  countBusinessesOfUsers,
  listBusinessesOfUsers,
} from '../queries/business/responsible-users.ts';
import { inGroups, inOrder } from './loader-order.ts';
import { createPartLoader, type LoaderSource, type PartLoader } from './part-loader.ts';

/** By user: a window on the businesses that the user is responsible for. */
export type BusinessesOfUserLoader = PartLoader<
  Window<BusinessPlace>,
  Listed<Business, BusinessPlace>[]
>;

export function createBusinessesOfUserLoader(source: LoaderSource): BusinessesOfUserLoader {
  const { db, serviceId, schedule } = source;
  return createPartLoader(schedule, async (userIds, window) => {
    const rows = await listBusinessesOfUsers(db, { serviceId, userIds }, window);
    return inGroups(userIds, rows, (row) => row.userId);
  });
}

/** By user: how many businesses there are, counted no further than the number it is asked with. */
export type BusinessCountOfUserLoader = PartLoader<number, number>;

export function createBusinessCountOfUserLoader(source: LoaderSource): BusinessCountOfUserLoader {
  const { db, serviceId, schedule } = source;
  return createPartLoader(schedule, async (userIds, max) => {
    const counts = await countBusinessesOfUsers(db, { serviceId, userIds }, max);
    return inOrder(userIds, counts, (row) => row.userId).map((row) => row?.count ?? 0);
  });
}
