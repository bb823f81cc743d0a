import type DataLoader from 'dataloader';
import type { TimePlace } from '../../domain/newest-first.ts';
import type { Listed, Window } from '../../domain/page.ts';
import type { ListedScreening } from '../../domain/screening/screening.ts';
import {
  countScreeningsOfParticipants,
  listScreeningsOfParticipants,
} from '../queries/screening/screening-lists.ts';
import { createLoader } from './create-loader.ts';
import { inGroups, inOrder } from './loader-order.ts';
import { createPartLoader, type LoaderSource, type PartLoader } from './part-loader.ts';

/** By participant: a window on its screenings, the newest first. */
export type ScreeningsOfLoader = PartLoader<
  Window<TimePlace>,
  Listed<ListedScreening, TimePlace>[]
>;

export function createScreeningsOfLoader(source: LoaderSource): ScreeningsOfLoader {
  const { db, serviceId, schedule } = source;
  return createPartLoader(schedule, async (participantIds, window) => {
    const rows = await listScreeningsOfParticipants(db, { serviceId, participantIds }, window);
    return inGroups(participantIds, rows, ({ node }) => node.participantId);
  });
}

const COUNTED_MAX = 10_000;

/** By participant: how many screenings it has, counted up to 10,000. */
export type ScreeningCountLoader = DataLoader<number, number>;

export function createScreeningCountLoader(source: LoaderSource): ScreeningCountLoader {
  const { db, serviceId, schedule } = source;
  return createLoader(schedule, async (participantIds) => {
    const of = { serviceId, participantIds };
    const rows = await countScreeningsOfParticipants(db, of, COUNTED_MAX);
    return inOrder(participantIds, rows, (row) => row.participantId).map((row) => row?.count ?? 0);
  });
}
