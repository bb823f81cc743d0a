import type DataLoader from 'dataloader';
import { readingOf, type Window } from '../../domain/page.ts';
import type { Participant, ParticipantInFull } from '../../domain/participant.ts';
import { isFirstPage, type ParticipantFilter } from '../../domain/participant-list.ts';
import type { Db } from '../client.ts';
import {
  countParticipants,
  listParticipantWindows,
} from '../queries/business/participant-lists.ts';
import { createLoader, type Schedule } from './create-loader.ts';
import { inGroups, inOrder } from './loader-order.ts';
import { PARTICIPANTS_MAX, readsOf } from './reads.ts';

/** What the loaders of one request are made of. */
export type LoaderSource = { db: Db; serviceId: number; schedule: Schedule | undefined };

/** Loads a list of a business; the same part of the lists of several businesses is one statement. */
export type PerBusiness<Part, Value> = {
  load(businessId: number, part: Part): Promise<Value>;
};

/** One window on the filtered participants of a business. */
export type ParticipantWindow = {
  filter: ParticipantFilter;
  window: Window<number>;
  /** Whether a first page brings their documents along, which other windows do not. */
  withDocuments: boolean;
};

export type WindowLoader = PerBusiness<ParticipantWindow, (Participant | ParticipantInFull)[]>;

export function createWindowLoader({ db, serviceId, schedule }: LoaderSource): WindowLoader {
  const reads = readsOf(db);
  return createPerBusiness(schedule, async (businessIds, { filter, window, withDocuments }) => {
    const { limit } = readingOf(window);
    if (!isFirstPage({ filter, window })) {
      const groups: Participant[][] = [];
      const atOnce = Math.max(1, Math.floor(PARTICIPANTS_MAX / limit));
      for (let from = 0; from < businessIds.length; from += atOnce) {
        const ids = businessIds.slice(from, from + atOnce);
        const rows = await reads.participantLists(
          serviceId,
          async () =>
            await listParticipantWindows(db, { serviceId, businessIds: ids, filter }, window),
        );
        groups.push(...inGroups(ids, rows, (row) => row.businessId));
      }
      return groups;
    }
    const pages = businessIds.map((businessId) => ({ businessId, limit }));
    if (!withDocuments) return await reads.firstPages(serviceId, pages);
    return await reads.firstPagesInFull(serviceId, pages);
  });
}

export type CountLoader = PerBusiness<ParticipantFilter, number>;

export function createCountLoader({ db, serviceId, schedule }: LoaderSource): CountLoader {
  return createPerBusiness(schedule, async (businessIds, filter) => {
    const counts = await countParticipants(db, { serviceId, businessIds, filter });
    return inOrder(businessIds, counts, (row) => row.businessId).map((row) => row?.count ?? 0);
  });
}

function createPerBusiness<Part, Value>(
  schedule: Schedule | undefined,
  loadAll: (businessIds: readonly number[], part: Part) => Promise<Value[]>,
): PerBusiness<Part, Value> {
  const loaders = new Map<string, DataLoader<number, Value>>();
  return {
    load: async (businessId, part) => {
      const partKey = JSON.stringify(part);
      const known = loaders.get(partKey);
      const loader =
        known ?? createLoader(schedule, async (ids: readonly number[]) => await loadAll(ids, part));
      if (known === undefined) loaders.set(partKey, loader);
      return await loader.load(businessId);
    },
  };
}
