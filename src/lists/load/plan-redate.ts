import type { DatedSnapshot } from '../../db/queries/lists/redate.ts';
import type { AsOfOrigin } from '../../domain/lists/list-entry.ts';
import { OperatorError } from '../../errors.ts';

/** Move of a snapshot to another date in the history of its list. */
export type SnapshotMove = {
  /** Snapshot before the move. */
  before: DatedSnapshot;
  /** New list date and its origin. `newDay` is the new day on which the snapshot takes effect. */
  asOf: string;
  asOfOrigin: AsOfOrigin;
  newDay: string;
  /** Days of the snapshots that follow this one before and after the move. Null when it is the newest. */
  nextDayBefore: string | null;
  nextDayAfter: string | null;
  /** True when the order of the snapshots does not change. */
  keepsPosition: boolean;
};

type RedateInput = { id: number; asOf: string; today: string };

/**
 * Returns the moves that change the date of a snapshot, in their order: its own, and those of other snapshots that took
 * effect on another day than their list date only because of it. Empty when the snapshot already has that date or does
 * not exist. Snapshots are ordered by id. Throws OperatorError for a date in the future, a date that the file
 * contradicts, the date of another snapshot, and a snapshot that another of the same day has replaced.
 */
export function planRedate(
  snapshots: readonly DatedSnapshot[],
  input: RedateInput,
): SnapshotMove[] {
  const { id, asOf } = input;
  const snapshot = snapshots.find((candidate) => candidate.id === id);
  if (snapshot === undefined || (snapshot.asOf === asOf && snapshot.countsFrom === asOf)) return [];
  requireMovable(snapshots, snapshot, input);
  const moves = [planMove(snapshots, snapshot, { asOf, asOfOrigin: 'operator' })];
  let history = applyMoves(snapshots, moves);
  for (const { id: candidateId } of snapshots) {
    const candidate = history.find((dated) => dated.id === candidateId);
    const listDate = candidate === undefined ? null : findAvailableListDate(history, candidate);
    if (candidate === undefined || listDate === null) continue;
    const move = planMove(history, candidate, { asOf: listDate, asOfOrigin: candidate.asOfOrigin });
    moves.push(move);
    history = applyMoves(history, [move]);
  }
  return moves;
}

function requireMovable(
  snapshots: readonly DatedSnapshot[],
  { id, asOf: currentAsOf, asOfOrigin, countsFrom }: DatedSnapshot,
  { asOf, today }: RedateInput,
): void {
  if (asOf > today) throw createRedateError(`${asOf} is in the future`);
  if (asOfOrigin === 'file' && asOf !== currentAsOf)
    throw createRedateError(`the file of snapshot ${id} states that it is of ${currentAsOf}`);
  const replacing = snapshots.find(
    (candidate) => candidate.countsFrom === countsFrom && candidate.id > id,
  );
  if (replacing !== undefined)
    throw createRedateError(`snapshot ${replacing.id} of the same day has replaced snapshot ${id}`);
  const occupant = snapshots.find(
    (candidate) => candidate.countsFrom === asOf && countsFrom !== asOf,
  );
  if (occupant !== undefined)
    throw createRedateError(`snapshot ${occupant.id} counts from ${asOf} already`);
}

/**
 * Returns the list date of a snapshot that takes effect on another day, when no other snapshot prevents it from taking
 * effect on its list date; otherwise null.
 */
function findAvailableListDate(
  snapshots: readonly DatedSnapshot[],
  { id, asOf, countsFrom }: DatedSnapshot,
): string | null {
  if (asOf === null || asOf === countsFrom) return null;
  const isReplaced = snapshots.some(
    (candidate) => candidate.countsFrom === countsFrom && candidate.id > id,
  );
  const isTaken = snapshots.some((candidate) => candidate.countsFrom === asOf);
  const isBehind = snapshots.some((candidate) => candidate.id < id && candidate.countsFrom > asOf);
  return isReplaced || isTaken || isBehind ? null : asOf;
}

function createRedateError(reason: string): OperatorError {
  return new OperatorError(`Nothing was changed: ${reason}.`);
}

function planMove(
  snapshots: readonly DatedSnapshot[],
  before: DatedSnapshot,
  { asOf, asOfOrigin }: { asOf: string; asOfOrigin: AsOfOrigin },
): SnapshotMove {
  const from = before.countsFrom;
  // Replaced snapshots of the same day move with it.
  const otherDays = [...new Set(snapshots.map(({ countsFrom }) => countsFrom))]
    .filter((day) => day !== from)
    .toSorted();
  const findNextDay = (day: string) => otherDays.find((candidate) => candidate > day) ?? null;
  const keepsPosition = findNextDay(from) === findNextDay(asOf);
  return {
    before,
    asOf,
    asOfOrigin,
    newDay: asOf,
    nextDayBefore: findNextDay(from),
    nextDayAfter: findNextDay(asOf),
    keepsPosition,
  };
}

function applyMoves(
  snapshots: readonly DatedSnapshot[],
  moves: readonly SnapshotMove[],
): DatedSnapshot[] {
  return moves.reduce<DatedSnapshot[]>(
    (history, { before, asOf, asOfOrigin, newDay }) =>
      history.map((snapshot) => {
        if (snapshot.id === before.id)
          return { id: snapshot.id, asOf, asOfOrigin, countsFrom: newDay };
        return snapshot.countsFrom === before.countsFrom
          ? { ...snapshot, countsFrom: newDay }
          : snapshot;
      }),
    [...snapshots],
  );
}
