import { type AliasedRawBuilder, sql } from 'kysely';
import type { Pairs } from './coalesce.ts';
import type { ValueOf } from './prepared.ts';

type AskedRow = { service_id: number; id: number; place: number };

/** Of the asked pairs the services and the ids, each as the text of a PostgreSQL array. */
export type PairValues = { serviceIds: string; ids: string };

/**
 * The pairs of service and id that a statement is asked for, as its table `asked` with their places. The values
 * stand in subselects, which hide from PostgreSQL how many they are: for fewer than the ten that it takes for usual it
 * would plan the statement anew each time, at four times the cost of running it.
 */
export function askedPairs(value: ValueOf<PairValues>): AliasedRawBuilder<AskedRow, 'asked'> {
  const asked = sql<AskedRow>`unnest(
    (select ${value('serviceIds')}::integer[]), (select ${value('ids')}::bigint[])
  ) with ordinality`;
  return asked.as<'asked'>(sql`asked (service_id, id, place)`);
}

/** Numbers need no quoting, so their array's text is joined by hand: pg would look into each of them. */
export function arrayText(numbers: readonly (number | null)[]): string {
  return `{${numbers.map((one) => one ?? 'NULL').join(',')}}`;
}

export function pairValues({ serviceIds, keys }: Pairs<number>): PairValues {
  return { serviceIds: arrayText(serviceIds), ids: arrayText(keys) };
}

/** What was found for each of the pairs; `place` is that of the pair that a row was found for, counted from 1. */
export function toGroups<Row extends { place: number }, Value>(
  rows: Row[],
  { keys }: Pairs<unknown>,
  decode: (row: Row) => Value,
): Value[][] {
  const groups = keys.map((): Value[] => []);
  for (const row of rows) groups[row.place - 1]?.push(decode(row));
  return groups;
}
