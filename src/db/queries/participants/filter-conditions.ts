import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Options of conditions in addition to the filter. */
export type ConditionForm = {
  serviceId: number;
  /**
   * `index`: written so that an index can find the rows. `row`: evaluated on rows that are read by another condition.
   */
  usage: 'index' | 'row';
};

export type Conditions = RawBuilder<SqlBool>[];

type FilterTree<Filter> = {
  and?: readonly Filter[] | null | undefined;
  or?: readonly Filter[] | null | undefined;
};

/**
 * Returns the conditions of a filter and of the filters nested in it; empty when it accepts everything. `toConditions`
 * returns those of the filter alone.
 */
export function buildConditions<Filter extends FilterTree<Filter>>(
  filter: Filter,
  toConditions: (filter: Filter) => Conditions,
): Conditions {
  const toCondition = (nested: Filter) => allOf(buildConditions(nested, toConditions));
  return [
    ...toConditions(filter),
    ...(filter.and ?? []).map(toCondition),
    ...(filter.or ? [anyOf(filter.or.map(toCondition))] : []),
  ];
}

/** Returns the conjunction of conditions; true when there are none. */
export function allOf(conditions: Conditions): RawBuilder<SqlBool> {
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`;
}

function anyOf(conditions: Conditions): RawBuilder<SqlBool> {
  return conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`;
}

/** True when the filter, or one nested in it, searches names. */
export function searchesNames<Filter extends FilterTree<Filter>>(
  filter: Filter & { nameContains?: string | null | undefined },
): boolean {
  if (typeof filter.nameContains === 'string') return true;
  return [...(filter.and ?? []), ...(filter.or ?? [])].some((nested) => searchesNames(nested));
}

type RangedAlias = 'b' | 'p';
type Ranges = {
  createdSince?: Date | null | undefined;
  createdBefore?: Date | null | undefined;
  updatedSince?: Date | null | undefined;
  updatedBefore?: Date | null | undefined;
};

/**
 * Returns conditions on the creation and update times of `alias`. `since` bounds are inclusive, `before` bounds are
 * not.
 */
export function rangeConditions(alias: RangedAlias, ranges: Ranges): Conditions {
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

/** Returns the condition or its negation, as the filter requires; empty when it requires neither. */
export function booleanConditions(
  requiredValue: boolean | null | undefined,
  condition: RawBuilder<SqlBool>,
): Conditions {
  if (typeof requiredValue !== 'boolean') return [];
  return [requiredValue ? condition : sql`not (${condition})`];
}
