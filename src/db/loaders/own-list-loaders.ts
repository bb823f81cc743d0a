import type DataLoader from 'dataloader';
import type { PositionedRow, Window } from '../../domain/shared/page.ts';
import type { TimePosition } from '../../domain/shared/time-position.ts';
import type { Db } from '../client.ts';
import type { Owners } from '../statements/own-lists.ts';
import { createLoader } from './create-loader.ts';
import { inGroups, inOrder } from './loader-order.ts';
import { createPartLoader, type LoaderSource, type PartLoader } from './part-loader.ts';

/** By participant: a window on what it has of a kind, the newest first. */
export type OwnListLoader<Node> = PartLoader<
  Window<TimePosition>,
  PositionedRow<Node, TimePosition>[]
>;
/** By participant: how many of them it has, counted up to 10,000. */
export type OwnCountLoader = DataLoader<number, number>;

/** Reads the windows of several participants, in any order. */
type ListOwn<Node> = (
  db: Db,
  owners: Owners,
  window: Window<TimePosition>,
) => Promise<PositionedRow<Node, TimePosition>[]>;

/** Counts rows of several participants, up to `max`. Participants without rows are omitted. */
type CountOwn = (
  db: Db,
  owners: Owners,
  max: number,
) => Promise<{ participantId: number; count: number }[]>;

const COUNTED_MAX = 10_000;

export function createOwnListLoader<Node extends { participantId: number }>(
  list: ListOwn<Node>,
): (source: LoaderSource) => OwnListLoader<Node> {
  return ({ db, serviceId, schedule }) =>
    createPartLoader(schedule, async (participantIds, window) => {
      const rows = await list(db, { serviceId, participantIds }, window);
      return inGroups(participantIds, rows, ({ node }) => node.participantId);
    });
}

export function createOwnCountLoader(count: CountOwn): (source: LoaderSource) => OwnCountLoader {
  return ({ db, serviceId, schedule }) =>
    createLoader(schedule, async (participantIds) => {
      const rows = await count(db, { serviceId, participantIds }, COUNTED_MAX);
      return inOrder(participantIds, rows, (row) => row.participantId).map(
        (row) => row?.count ?? 0,
      );
    });
}
