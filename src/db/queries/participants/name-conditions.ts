import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { listWords } from '../../../domain/business/name-search.ts';
import type { ConditionForm, Conditions } from './filter-conditions.ts';

/**
 * Conditions that the name of the row `alias` contains each word of the search text, regardless of case, accents and
 * order.
 */
export function nameConditions(
  alias: 'b' | 'p',
  searched: string | null | undefined,
  { serviceId, by }: ConditionForm,
): Conditions {
  if (typeof searched !== 'string') return [];
  const words = listWords(searched);
  const folded = sql.ref(`${alias}.name_folded`);
  const containsWords = sql<SqlBool>`${folded} like all (${patternsOf(words)})`;
  if (by === 'row') return [containsWords];
  const keys = sql`name_keys(${sql.ref(`${alias}.service_id`)}, ${folded})`;
  return [sql`${keys} @> ${keysOf(serviceId, words)}`, withHalfSelectivity(containsWords)];
}

/**
 * Search keys of each word, as few as cover it, since each costs an index scan. In a subselect, which hides the keys
 * from the planner: it would treat the keys of one word as independent, and underestimate a word that a tenth of all
 * names contain.
 */
function keysOf(serviceId: number, words: readonly string[]): RawBuilder<unknown> {
  return sql`(
    select coalesce(array_agg(found.key), '{}')
    from unnest(${words}::text[]) as typed (word)
    cross join lateral (
      select key, place, count(*) over () as total
      from unnest(name_keys(${serviceId}::integer, fold_name(word))) with ordinality as made (key, place)
    ) found
    where found.place % 3 = 1 or found.place = found.total
  )`;
}

/** Pattern of each word in which no character has a special meaning. */
function patternsOf(words: readonly string[]): RawBuilder<unknown> {
  return sql`(
    select array_agg('%' || regexp_replace(fold_name(word), '([\\\\%_])', '\\\\\\1', 'g') || '%')
    from unnest(${words}::text[]) as typed (word)
  )::text[]`;
}

/**
 * Makes the planner expect half of the rows to pass instead of nearly none, since the keys have selected them already.
 */
function withHalfSelectivity(condition: RawBuilder<SqlBool>): RawBuilder<SqlBool> {
  return sql`case when ${condition} then true else false end`;
}
