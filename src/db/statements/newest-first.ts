import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { getReadPlan, type PositionedRow, type Window } from '../../domain/shared/page.ts';
import type { TimePosition } from '../../domain/shared/time-position.ts';

/** Clauses for reading a page of a list. */
export type NewestFirst = {
  /** Condition on the position of rows. An index that ends with the two columns serves it at any position. */
  isWithin: RawBuilder<SqlBool>;
  direction: 'asc' | 'desc';
  limit: number;
};

type OptionalTime = Date | null | undefined;

/** Time range from `since` on, and before `until`. */
export type TimeRange = { since: OptionalTime; until: OptionalTime };

type Columns = { time: string; id: string };

/** Clauses of a window on rows that are listed by a time, newest first, equal times by id. */
export function newestFirst(
  { time, id }: Columns,
  window: Window<TimePosition>,
  range: TimeRange,
): NewestFirst {
  const { from, limit } = getReadPlan(window);
  const { after, before } = window;
  const position = sql`(${sql.ref(time)}, ${sql.ref(id)})`;
  // Of two bounds on one side, only the tighter is used: PostgreSQL would scan from one to the other.
  const isBelow =
    after && (!range.until || timeOf(after) < range.until)
      ? [sql`${position} < (${after[0]}::timestamptz, ${after[1]}::bigint)`]
      : isUntil(time, range);
  const isAbove =
    before && (!range.since || timeOf(before) >= range.since)
      ? [sql`${position} > (${before[0]}::timestamptz, ${before[1]}::bigint)`]
      : isSince(time, range);
  const isWithin = sql<SqlBool>`(${sql.join([sql`true`, ...isBelow, ...isAbove], sql` and `)})`;
  return { isWithin, direction: from === 'start' ? 'desc' : 'asc', limit };
}

function timeOf([time]: TimePosition): Date {
  return new Date(time);
}

/** Returns conditions for a time range. */
export function isInRange(time: string, range: TimeRange): RawBuilder<SqlBool>[] {
  return [...isSince(time, range), ...isUntil(time, range)];
}

function isSince(time: string, { since }: TimeRange): RawBuilder<SqlBool>[] {
  return since ? [sql`${sql.ref(time)} >= ${since}`] : [];
}

function isUntil(time: string, { until }: TimeRange): RawBuilder<SqlBool>[] {
  return until ? [sql`${sql.ref(time)} < ${until}`] : [];
}

/** Returns the rows in list order, whichever end they were read from. */
export function toListOrder<Node extends { id: number }>(
  nodes: readonly Node[],
  { direction }: NewestFirst,
  dateOf: (node: Node) => Date,
): PositionedRow<Node, TimePosition>[] {
  const listed = nodes.map((node): PositionedRow<Node, TimePosition> => {
    return { node, place: [dateOf(node).toISOString(), node.id] };
  });
  return direction === 'desc' ? listed : listed.toReversed();
}
