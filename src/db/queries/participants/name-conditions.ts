import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { listWords } from '../../../domain/business/name-search.ts';
import type { ConditionForm, Conditions } from './filter-conditions.ts';

/**
 * Returns conditions that the name of `alias` contains each word of the search text, regardless of case, accents and
 * order.
 */
export function nameConditions(
  alias: 'b' | 'p',
  searchText: string | null | undefined,
  { serviceId, usage }: ConditionForm,
): Conditions {
  if (typeof searchText !== 'string') return [];
  const words = listWords(searchText);
  const folded = sql.ref(`${alias}.name_folded`);
  const containsWords = sql<SqlBool>`${folded} like all (${toPatterns(words)})`;
  if (usage === 'row') return [containsWords];
  // The index finds candidates by search keys; their names are then compared.
  const keys = sql`name_keys(${sql.ref(`${alias}.service_id`)}, ${folded})`;
  return [sql`${keys} @> ${toSearchKeys(serviceId, words)}`, withHalfSelectivity(containsWords)];
}

/**
 * Returns an array of search keys (trigrams of the words), as few as cover each word, because each costs an index scan:
 * every third key of a word, and its last. The array is a subselect, which hides the keys from the planner: the planner
 * would treat the keys of one word as independent, and underestimate a word that a tenth of all names contain.
 */
function toSearchKeys(serviceId: number, words: readonly string[]): RawBuilder<unknown> {
  return sql`(
    select coalesce(array_agg(name_key.key), '{}')
    from unnest(${words}::text[]) as words (word)
    cross join lateral (
      select key, ordinal, count(*) over () as total
      from unnest(name_keys(${serviceId}::integer, fold_name(word))) with ordinality as all_keys (key, ordinal)
    ) name_key
    where name_key.ordinal % 3 = 1 or name_key.ordinal = name_key.total
  )`;
}

/** Returns an array of LIKE patterns, one for each word, with its wildcards escaped. */
function toPatterns(words: readonly string[]): RawBuilder<unknown> {
  return sql`(
    select array_agg('%' || regexp_replace(fold_name(word), '([\\\\%_])', '\\\\\\1', 'g') || '%')
    from unnest(${words}::text[]) as words (word)
  )::text[]`;
}

/**
 * Makes the planner expect half of the rows to pass, as it does for a CASE, instead of nearly none: the keys have
 * selected them already.
 */
function withHalfSelectivity(condition: RawBuilder<SqlBool>): RawBuilder<SqlBool> {
  return sql`case when ${condition} then true else false end`;
}
