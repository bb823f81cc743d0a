import { readingOf, type Window } from '../../domain/page.ts';
import type { Participant, ParticipantInFull } from '../../domain/participant.ts';
import { isFirstPage, type ParticipantFilter } from '../../domain/participant-list.ts';
import {
  countParticipants,
  listParticipantWindows,
} from '../queries/business/participant-lists.ts';
import { inGroups, inOrder } from './loader-order.ts';
import { createPartLoader, type LoaderSource, type PartLoader } from './part-loader.ts';
import { readsOf } from './reads.ts';

/** One window on the filtered participants of a business. */
export type ParticipantWindow = {
  filter: ParticipantFilter;
  window: Window<number>;
  /** Whether a first page brings their documents along, which other windows do not. */
  withDocuments: boolean;
};

export type WindowLoader = PartLoader<ParticipantWindow, (Participant | ParticipantInFull)[]>;

export function createWindowLoader({ db, serviceId, schedule }: LoaderSource): WindowLoader {
  const reads = readsOf(db);
  return createPartLoader(schedule, async (businessIds, { filter, window, withDocuments }) => {
    if (!isFirstPage({ filter, window })) {
      const rows = await listParticipantWindows(db, { serviceId, businessIds, filter }, window);
      return inGroups(businessIds, rows, (row) => row.businessId);
    }
    const { limit } = readingOf(window);
    const pages = businessIds.map((businessId) => ({ businessId, limit }));
    if (!withDocuments) return await reads.firstPages(serviceId, pages);
    return await reads.firstPagesInFull(serviceId, pages);
  });
}

export type CountLoader = PartLoader<ParticipantFilter, number>;

export function createCountLoader({ db, serviceId, schedule }: LoaderSource): CountLoader {
  return createPartLoader(schedule, async (businessIds, filter) => {
    const counts = await countParticipants(db, { serviceId, businessIds, filter });
    return inOrder(businessIds, counts, (row) => row.businessId).map((row) => row?.count ?? 0);
  });
}
