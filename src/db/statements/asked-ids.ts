import { type AliasedRawBuilder, type RawBuilder, sql } from 'kysely';
import type { ServiceKeys } from '../batching/read-keys.ts';
import type { ValueOf } from './prepared.ts';

type AskedRow = { id: number; place: number };

/** Service, and ids as the text of a PostgreSQL array. */
export type IdValues = { serviceId: number; ids: string };

/**
 * Returns the ids of a statement as its table `asked`, with their positions. The values are in a subselect, which hides
 * their number from PostgreSQL: with fewer than the ten that it assumes, it would use a custom plan each time, at four
 * times the cost of running the statement.
 */
export function askedIds(value: ValueOf<IdValues>): AliasedRawBuilder<AskedRow, 'asked'> {
  const asked = sql<AskedRow>`unnest((select ${value('ids')}::bigint[])) with ordinality`;
  return asked.as<'asked'>(sql`asked (id, place)`);
}

/** A list of ids to compare with, hidden in the same way. */
export function hiddenIds(ids: RawBuilder<readonly number[]>): RawBuilder<readonly number[]> {
  return sql`(select ${ids}::bigint[])::bigint[]`;
}

/** Numbers need no quoting, so their array's text is joined by hand: pg would look into each of them. */
export function arrayText(numbers: readonly (number | null)[]): string {
  return `{${numbers.map((one) => one ?? 'NULL').join(',')}}`;
}

export function idValues({ serviceId, keys }: ServiceKeys<number>): IdValues {
  return { serviceId, ids: arrayText(keys) };
}

/** Groups rows by key. `place` is the position of the key, from 1. */
export function toGroups<Row extends { place: number }, Value>(
  rows: Row[],
  { keys }: ServiceKeys<unknown>,
  decode: (row: Row) => Value,
): Value[][] {
  const groups = keys.map((): Value[] => []);
  for (const row of rows) groups[row.place - 1]?.push(decode(row));
  return groups;
}
