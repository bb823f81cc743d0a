import { type AliasedRawBuilder, type RawBuilder, sql } from 'kysely';
import type { ServiceKeys } from '../batching/read-keys.ts';
import type { ValueOf } from './prepared.ts';

type RequestedIdRow = { id: number; place: number };

/** Service, and ids as the text of a PostgreSQL array. */
export type IdValues = { serviceId: number; ids: string };

/**
 * Table `asked` with the ids of a statement and their positions. The values are in a subselect, which hides their
 * number from PostgreSQL: with fewer than the ten that it assumes, it would use a custom plan each time, at four times
 * the cost of running the statement.
 */
export function requestedIds(value: ValueOf<IdValues>): AliasedRawBuilder<RequestedIdRow, 'asked'> {
  const table = sql<RequestedIdRow>`unnest((select ${value('ids')}::bigint[])) with ordinality`;
  return table.as<'asked'>(sql`asked (id, place)`);
}

/** List of ids to compare with, hidden in the same way. */
export function hiddenIds(ids: RawBuilder<readonly number[]>): RawBuilder<readonly number[]> {
  return sql`(select ${ids}::bigint[])::bigint[]`;
}

/** Formats a PostgreSQL array of numbers, which need no quoting; pg would inspect each of them. */
export function toArrayText(numbers: readonly (number | null)[]): string {
  return `{${numbers.map((number) => number ?? 'NULL').join(',')}}`;
}

export function toIdValues({ serviceId, keys }: ServiceKeys<number>): IdValues {
  return { serviceId, ids: toArrayText(keys) };
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
