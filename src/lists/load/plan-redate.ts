import type { DatedSnapshot } from '../../db/queries/lists/redate.ts';
import type { AsOfOrigin } from '../../domain/lists/list-entry.ts';
import { OperatorError } from '../../errors.ts';

/** Move of a snapshot to another place in the history of its list. */
export type DayPlan = {
  before: DatedSnapshot;
  /** Its own day from now on, and the day that it counts from. */
  asOf: string;
  asOfOrigin: AsOfOrigin;
  after: string;
  /** Days of the next snapshots, where it was and where it is to be; null for the newest. */
  until: string | null;
  nextAfter: string | null;
  /** True when it keeps its place among the snapshots. */
  keepsPlace: boolean;
};

type Wanted = { id: number; asOf: string; today: string };

/**
 * Returns the moves that give a snapshot another day, in their order: its own, and those of later ones that counted from a day other than
 * their own only because of it. None when it has that day. Snapshots come in the order of their ids. Throws OperatorError.
 */
export function planRedate(snapshots: readonly DatedSnapshot[], wanted: Wanted): DayPlan[] {
  const { id, asOf } = wanted;
  const snapshot = snapshots.find((one) => one.id === id);
  if (snapshot === undefined || (snapshot.asOf === asOf && snapshot.countsFrom === asOf)) return [];
  requireMovable(snapshots, snapshot, wanted);
  const moves = [planMove(snapshots, snapshot, { asOf, asOfOrigin: 'operator' })];
  let state = applyMoves(snapshots, moves);
  for (const { id: later } of snapshots) {
    const deferred = state.find((one) => one.id === later);
    const own = deferred === undefined ? null : findOwnPlace(state, deferred);
    if (deferred === undefined || own === null) continue;
    const move = planMove(state, deferred, { asOf: own, asOfOrigin: deferred.asOfOrigin });
    moves.push(move);
    state = applyMoves(state, [move]);
  }
  return moves;
}

function requireMovable(
  snapshots: readonly DatedSnapshot[],
  { id, asOf: known, asOfOrigin, countsFrom }: DatedSnapshot,
  { asOf, today }: Wanted,
): void {
  if (asOf > today) throw refuse(`${asOf} is in the future`);
  if (asOfOrigin === 'file' && asOf !== known)
    throw refuse(`the file of snapshot ${id} states that it is of ${known}`);
  const replacing = snapshots.find((one) => one.countsFrom === countsFrom && one.id > id);
  if (replacing !== undefined)
    throw refuse(`snapshot ${replacing.id} of the same day has replaced snapshot ${id}`);
  const holder = snapshots.find((one) => one.countsFrom === asOf && countsFrom !== asOf);
  if (holder !== undefined) throw refuse(`snapshot ${holder.id} counts from ${asOf} already`);
}

/** The own day of a snapshot that counts from another one, once none that was loaded before it keeps it from its own; otherwise null. */
function findOwnPlace(
  snapshots: readonly DatedSnapshot[],
  { id, asOf, countsFrom }: DatedSnapshot,
): string | null {
  if (asOf === null || asOf === countsFrom) return null;
  const isReplaced = snapshots.some((one) => one.countsFrom === countsFrom && one.id > id);
  const isTaken = snapshots.some((one) => one.countsFrom === asOf);
  const isBehind = snapshots.some((one) => one.id < id && one.countsFrom > asOf);
  return isReplaced || isTaken || isBehind ? null : asOf;
}

function refuse(reason: string): OperatorError {
  return new OperatorError(`Nothing was changed: ${reason}.`);
}

function planMove(
  snapshots: readonly DatedSnapshot[],
  before: DatedSnapshot,
  { asOf, asOfOrigin }: { asOf: string; asOfOrigin: AsOfOrigin },
): DayPlan {
  const from = before.countsFrom;
  // Those that it has replaced go along.
  const others = [...new Set(snapshots.map(({ countsFrom }) => countsFrom))]
    .filter((day) => day !== from)
    .toSorted();
  const nextTo = (day: string) => others.find((other) => other > day) ?? null;
  const keepsPlace = nextTo(from) === nextTo(asOf);
  const after = { asOf, asOfOrigin, after: asOf };
  return { before, ...after, until: nextTo(from), nextAfter: nextTo(asOf), keepsPlace };
}

function applyMoves(
  snapshots: readonly DatedSnapshot[],
  moves: readonly DayPlan[],
): DatedSnapshot[] {
  return moves.reduce<DatedSnapshot[]>(
    (state, { before, asOf, asOfOrigin, after }) =>
      state.map((one) => {
        if (one.id === before.id) return { id: one.id, asOf, asOfOrigin, countsFrom: after };
        return one.countsFrom === before.countsFrom ? { ...one, countsFrom: after } : one;
      }),
    [...snapshots],
  );
}
