import type { TimePlace } from '../../domain/newest-first.ts';
import type { Listed, Window } from '../../domain/page.ts';
import type { ListedScreening } from '../../domain/screening/screening.ts';
import { listScreeningsOfParticipants } from '../queries/screening/screening-lists.ts';
import { inGroups } from './loader-order.ts';
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
