import type { Participant, ParticipantInFull } from '../../domain/business/participant.ts';
import {
  isFirstPage,
  type ParticipantFilter,
  type ParticipantOrder,
  type ParticipantPosition,
} from '../../domain/business/participant-list.ts';
import { getReadPlan, type PositionedRow, type Window } from '../../domain/shared/page.ts';
import type { Db } from '../client.ts';
import {
  countParticipants,
  listParticipantWindows,
} from '../queries/participants/participant-lists.ts';
import { listServiceParticipants } from '../queries/participants/service-participants.ts';
import { type ArgumentLoader, createArgumentLoader, type LoaderSource } from './argument-loader.ts';
import { groupByKeys, orderByKeys } from './loader-order.ts';
import { getReads, PARTICIPANTS_MAX } from './reads.ts';

/** Window on the filtered participants of a business. */
export type ParticipantWindow = {
  filter: ParticipantFilter;
  window: Window<number>;
  /** True to read the documents of a first page too; other windows never include them. */
  withDocuments: boolean;
};

export type WindowLoader = ArgumentLoader<ParticipantWindow, (Participant | ParticipantInFull)[]>;

export function createWindowLoader({
  db,
  serviceId,
  schedule,
  reservation,
}: LoaderSource): WindowLoader {
  const reads = getReads(db);
  return createArgumentLoader(schedule, async (businessIds, { filter, window, withDocuments }) => {
    const { limit } = getReadPlan(window);
    if (!isFirstPage({ filter, window })) {
      const groups: Participant[][] = [];
      const businessesPerStatement = Math.max(1, Math.floor(PARTICIPANTS_MAX / limit));
      for (let from = 0; from < businessIds.length; from += businessesPerStatement) {
        const ids = businessIds.slice(from, from + businessesPerStatement);
        const rows = await reads.participantLists(
          serviceId,
          async () =>
            await listParticipantWindows(db, { serviceId, businessIds: ids, filter }, window),
          reservation,
        );
        groups.push(...groupByKeys(ids, rows, (row) => row.businessId));
      }
      return groups;
    }
    const pages = businessIds.map((businessId) => ({ businessId, limit }));
    if (!withDocuments) return await reads.firstPages(serviceId, pages, reservation);
    return await reads.firstPagesInFull(serviceId, pages, reservation);
  });
}

export type CountLoader = ArgumentLoader<ParticipantFilter, number>;

export function createCountLoader({ db, serviceId, schedule }: LoaderSource): CountLoader {
  return createArgumentLoader(schedule, async (businessIds, filter) => {
    const counts = await countParticipants(db, { serviceId, businessIds, filter });
    return orderByKeys(businessIds, counts, (row) => row.businessId).map((row) => row?.count ?? 0);
  });
}

/** Reads a page of the participants of all businesses, without caching. */
export type ReadServiceList = (
  list: { filter: ParticipantFilter; order: ParticipantOrder },
  window: Window<ParticipantPosition>,
  /** Runs the read on a server of its choice; by default on that of the loaders. */
  readOn?: <T>(read: (db: Db) => Promise<T>) => Promise<T>,
) => Promise<PositionedRow<Participant, ParticipantPosition>[]>;

export function createServiceListReader({
  db,
  serviceId,
  reservation,
}: LoaderSource): ReadServiceList {
  const reads = getReads(db);
  return async (list, window, readOn = async (read) => await read(db)) =>
    await reads.participantLists(
      serviceId,
      async () =>
        await readOn(
          async (chosenDb) =>
            await listServiceParticipants(chosenDb, { serviceId, ...list }, window),
        ),
      reservation,
    );
}
