import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** What decides how a condition is written besides the filter. */
export type ConditionForm = {
  serviceId: number;
  /**
   * `index`: so that an index may find who passes. `row`: to be asked of rows that are read anyway, one after the other.
   */
  by: 'index' | 'row';
};

export type Conditions = RawBuilder<SqlBool>[];

type FilterTree<Filter> = {
  and?: readonly Filter[] | null | undefined;
  or?: readonly Filter[] | null | undefined;
};

/** What a filter asks itself, and what those in it ask; nothing where it lets everything through. */
export function withInner<Filter extends FilterTree<Filter>>(
  filter: Filter,
  conditionsOf: (filter: Filter) => Conditions,
): Conditions {
  const inner = (one: Filter) => allOf(withInner(one, conditionsOf));
  return [
    ...conditionsOf(filter),
    ...(filter.and ?? []).map(inner),
    ...(filter.or ? [anyOf(filter.or.map(inner))] : []),
  ];
}

/** That all hold; of none, true. */
export function allOf(conditions: Conditions): RawBuilder<SqlBool> {
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`;
}

function anyOf(conditions: Conditions): RawBuilder<SqlBool> {
  return conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`;
}

/** Whether the filter, or one in it, searches names. */
export function searchesNames<Filter extends FilterTree<Filter>>(
  filter: Filter & { nameContains?: string | null | undefined },
): boolean {
  if (typeof filter.nameContains === 'string') return true;
  return [...(filter.and ?? []), ...(filter.or ?? [])].some((one) => searchesNames(one));
}

type Ranged = 'b' | 'p';
type Ranges = {
  createdSince?: Date | null | undefined;
  createdBefore?: Date | null | undefined;
  updatedSince?: Date | null | undefined;
  updatedBefore?: Date | null | undefined;
};

/** From an instant on, and up to another one, of the rows `alias`. */
export function rangeConditions(alias: Ranged, ranges: Ranges): Conditions {
  const { createdSince, createdBefore, updatedSince, updatedBefore } = ranges;
  const created = sql.ref(`${alias}.created_at`);
  const updated = sql.ref(`${alias}.updated_at`);
  return [
    ...(createdSince ? [sql<SqlBool>`${created} >= ${createdSince}`] : []),
    ...(createdBefore ? [sql<SqlBool>`${created} < ${createdBefore}`] : []),
    ...(updatedSince ? [sql<SqlBool>`${updated} >= ${updatedSince}`] : []),
    ...(updatedBefore ? [sql<SqlBool>`${updated} < ${updatedBefore}`] : []),
  ];
}

/** That a fact is as it is wanted to be; nothing where either will do. */
export function isOrNot(
  wanted: boolean | null | undefined,
  condition: RawBuilder<SqlBool>,
): Conditions {
  if (typeof wanted !== 'boolean') return [];
  return [wanted ? condition : sql`not (${condition})`];
}
