import { type AliasedRawBuilder, type RawBuilder, sql } from 'kysely';
import type { ServiceKeys } from '../batching/read-keys.ts';
import type { ValueOf } from './prepared.ts';

type RequestedIdRow = { id: number; ordinal: number };

/** Service, and ids as a PostgreSQL array literal. */
export type IdValues = { serviceId: number; ids: string };

/**
 * Returns a table `requested_ids` with the requested ids and their positions, from 1. The array is in a subselect,
 * which hides its length from the planner: PostgreSQL assumes ten elements, and for a shorter array it would make a
 * custom plan each time, at four times the cost of running the statement.
 */
export function requestedIds(
  value: ValueOf<IdValues>,
): AliasedRawBuilder<RequestedIdRow, 'requested_ids'> {
  const table = sql<RequestedIdRow>`unnest((select ${value('ids')}::bigint[])) with ordinality`;
  return table.as<'requested_ids'>(sql`requested_ids (id, ordinal)`);
}

/**
 * Returns an array of ids to compare with, in a subselect that hides its length, so that the planner keeps a generic
 * plan.
 */
export function hiddenIds(ids: RawBuilder<readonly number[]>): RawBuilder<readonly number[]> {
  return sql`(select ${ids}::bigint[])::bigint[]`;
}

/** Returns an array of texts to compare with, hidden from the planner as by hiddenIds. */
export function hiddenTexts(texts: RawBuilder<readonly string[]>): RawBuilder<readonly string[]> {
  return sql`(select ${texts}::text[])::text[]`;
}

/** Returns the PostgreSQL array literal of numbers. Faster than pg, which checks each element for quoting. */
export function toNumberArrayLiteral(numbers: readonly (number | null)[]): string {
  return `{${numbers.map((number) => number ?? 'NULL').join(',')}}`;
}

export function toIdValues({ serviceId, keys }: ServiceKeys<number>): IdValues {
  return { serviceId, ids: toNumberArrayLiteral(keys) };
}

/** Groups rows by key, in the order of the keys. `ordinal` of a row is the position of its key, from 1. */
export function toGroups<Row extends { ordinal: number }, Value>(
  rows: Row[],
  { keys }: ServiceKeys<unknown>,
  decode: (row: Row) => Value,
): Value[][] {
  const groups = keys.map((): Value[] => []);
  for (const row of rows) groups[row.ordinal - 1]?.push(decode(row));
  return groups;
}
