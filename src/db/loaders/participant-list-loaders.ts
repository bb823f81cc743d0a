import type DataLoader from 'dataloader';
import type { PositionedRow, Window } from '../../domain/shared/page.ts';
import type { TimePosition } from '../../domain/shared/time-position.ts';
import type { Db } from '../client.ts';
import type { Owners } from '../statements/participant-lists.ts';
import { type ArgumentLoader, createArgumentLoader, type LoaderSource } from './argument-loader.ts';
import { createLoader } from './create-loader.ts';
import { groupByKeys, orderByKeys } from './loader-order.ts';

/** Loader of a window on rows that a participant owns, newest first, by participant id. */
export type ParticipantListLoader<Node> = ArgumentLoader<
  Window<TimePosition>,
  PositionedRow<Node, TimePosition>[]
>;
/** Loader of the number of rows of a participant, counted up to 10,000, by participant id. */
export type ParticipantCountLoader = DataLoader<number, number>;

/** Reads the windows of several participants; the rows of each participant are in list order. */
type ListRows<Node> = (
  db: Db,
  owners: Owners,
  window: Window<TimePosition>,
) => Promise<PositionedRow<Node, TimePosition>[]>;

/** Counts rows of several participants, up to `max`. Participants without rows are omitted. */
type CountRows = (
  db: Db,
  owners: Owners,
  max: number,
) => Promise<{ participantId: number; count: number }[]>;

/** Rows beyond this number are not counted, because counting reads each row. */
const COUNTED_MAX = 10_000;

export function createParticipantListLoader<Node extends { participantId: number }>(
  list: ListRows<Node>,
): (source: LoaderSource) => ParticipantListLoader<Node> {
  return ({ db, serviceId, schedule }) =>
    createArgumentLoader(schedule, async (participantIds, window) => {
      const rows = await list(db, { serviceId, participantIds }, window);
      return groupByKeys(participantIds, rows, ({ node }) => node.participantId);
    });
}

export function createParticipantCountLoader(
  count: CountRows,
): (source: LoaderSource) => ParticipantCountLoader {
  return ({ db, serviceId, schedule }) =>
    createLoader(schedule, async (participantIds) => {
      const rows = await count(db, { serviceId, participantIds }, COUNTED_MAX);
      return orderByKeys(participantIds, rows, (row) => row.participantId).map(
        (row) => row?.count ?? 0,
      );
    });
}
