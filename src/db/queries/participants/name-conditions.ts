import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { listWords } from '../../../domain/business/name-search.ts';
import type { ConditionForm, Conditions } from './filter-conditions.ts';

/** That the name of the row `alias` holds each word of the searched text, whatever case, marks and order. */
export function nameConditions(
  alias: 'b' | 'p',
  searched: string | null | undefined,
  { serviceId, by }: ConditionForm,
): Conditions {
  if (typeof searched !== 'string') return [];
  const words = listWords(searched);
  const folded = sql.ref(`${alias}.name_folded`);
  const holdsWords = sql<SqlBool>`${folded} like all (${patternsOf(words)})`;
  if (by === 'row') return [holdsWords];
  const keys = sql`name_keys(${sql.ref(`${alias}.service_id`)}, ${folded})`;
  return [sql`${keys} @> ${keysOf(serviceId, words)}`, asHalf(holdsWords)];
}

/**
 * Of each word as few keys as cover it, since each costs a walk along its own list of rows. In a subselect, which hides them
 * from the planner: it would take the keys of one word for things that come together by chance, and a word that a tenth of all
 * names hold for one of hardly any.
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

/** Each word as a pattern in which no sign has a meaning of its own. */
function patternsOf(words: readonly string[]): RawBuilder<unknown> {
  return sql`(
    select array_agg('%' || regexp_replace(fold_name(word), '([\\\\%_])', '\\\\\\1', 'g') || '%')
    from unnest(${words}::text[]) as typed (word)
  )::text[]`;
}

/** The planner expects half of the rows to pass, instead of next to none, since the keys have chosen them already. */
function asHalf(condition: RawBuilder<SqlBool>): RawBuilder<SqlBool> {
  return sql`case when ${condition} then true else false end`;
}
