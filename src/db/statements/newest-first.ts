import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { getReadPlan, type PositionedRow, type Window } from '../../domain/shared/page.ts';
import type { TimePosition } from '../../domain/shared/time-position.ts';

/** Clauses of a statement that reads a window. */
export type NewestFirstPlan = {
  /** Condition on time and id of the rows, for which an index that ends with the two columns is used. */
  condition: RawBuilder<SqlBool>;
  direction: 'asc' | 'desc';
  limit: number;
};

type OptionalTime = Date | null | undefined;

/** Time range: `since` is included, `until` is not. */
export type TimeRange = { since: OptionalTime; until: OptionalTime };

type Columns = { time: string; id: string };

/** Returns the clauses of a window on rows that are listed newest first, rows of equal time by descending id. */
export function planNewestFirst(
  { time, id }: Columns,
  window: Window<TimePosition>,
  range: TimeRange,
): NewestFirstPlan {
  const { from, limit } = getReadPlan(window);
  const { after, before } = window;
  const position = sql`(${sql.ref(time)}, ${sql.ref(id)})`;
  // Of two bounds on one side only the tighter is used: otherwise PostgreSQL could scan the rows between them.
  const upperConditions =
    after && (!range.until || toDate(after) < range.until)
      ? [sql`${position} < (${after[0]}::timestamptz, ${after[1]}::bigint)`]
      : untilConditions(time, range);
  const lowerConditions =
    before && (!range.since || toDate(before) >= range.since)
      ? [sql`${position} > (${before[0]}::timestamptz, ${before[1]}::bigint)`]
      : sinceConditions(time, range);
  const condition = sql<SqlBool>`(${sql.join([sql`true`, ...upperConditions, ...lowerConditions], sql` and `)})`;
  return { condition, direction: from === 'start' ? 'desc' : 'asc', limit };
}

function toDate([time]: TimePosition): Date {
  return new Date(time);
}

/** Returns the conditions of a time range on a column; empty when it has no bounds. */
export function timeRangeConditions(time: string, range: TimeRange): RawBuilder<SqlBool>[] {
  return [...sinceConditions(time, range), ...untilConditions(time, range)];
}

function sinceConditions(time: string, { since }: TimeRange): RawBuilder<SqlBool>[] {
  return since ? [sql`${sql.ref(time)} >= ${since}`] : [];
}

function untilConditions(time: string, { until }: TimeRange): RawBuilder<SqlBool>[] {
  return until ? [sql`${sql.ref(time)} < ${until}`] : [];
}

/** Returns the rows with their positions in list order; rows that were read from the end are reversed. */
export function toListOrder<Node extends { id: number }>(
  nodes: readonly Node[],
  { direction }: NewestFirstPlan,
  getTime: (node: Node) => Date,
): PositionedRow<Node, TimePosition>[] {
  const listed = nodes.map((node): PositionedRow<Node, TimePosition> => {
    return { node, position: [getTime(node).toISOString(), node.id] };
  });
  return direction === 'desc' ? listed : listed.toReversed();
}
