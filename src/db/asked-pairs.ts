import { type AliasedRawBuilder, sql } from 'kysely';
import type { Pairs } from './coalesce.ts';

type AskedRow = { service_id: number; id: number; place: number };

/**
 * The pairs of service and id that a statement is asked for, as its table `asked` with their places. Its values are
 * the first two of the statement, from `pairValues`.
 */
export function askedPairs(): AliasedRawBuilder<AskedRow, 'asked'> {
  const asked = sql<AskedRow>`unnest(${'{}'}::integer[], ${'{}'}::bigint[]) with ordinality`;
  return asked.as<'asked'>(sql`asked (service_id, id, place)`);
}

/** Numbers need no quoting, so their array's text is joined by hand: pg would look into each of them. */
export function arrayText(numbers: readonly number[]): string {
  return `{${numbers.join(',')}}`;
}

export function pairValues({ serviceIds, keys }: Pairs<number>): [string, string] {
  return [arrayText(serviceIds), arrayText(keys)];
}
