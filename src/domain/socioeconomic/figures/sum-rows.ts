import type { ReportRow } from '../content.ts';
import { findValue } from '../find-content.ts';

/** Sum of the values of `rows` rows. `value` is null when no row has a value. Complete when every row has one. */
export type Sum = { value: number | null; rows: number; isComplete: boolean };

export const UNKNOWN_SUM: Sum = { value: null, rows: 0, isComplete: false };

/** Returns the sum of a column, in the unit of its values. `rows` counts the rows with a value. */
export function sumRows(rows: readonly ReportRow[], key: string): Sum {
  const values = rows
    .map((row) => findValue(row.values, key))
    .filter((value) => typeof value === 'number');
  if (values.length === 0) return UNKNOWN_SUM;
  const value = values.reduce((sum, amount) => sum + amount, 0);
  return { value, rows: values.length, isComplete: values.length === rows.length };
}
