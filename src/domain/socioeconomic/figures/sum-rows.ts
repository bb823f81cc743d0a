import type { ReportRow } from '../content.ts';
import { findValue } from '../find-content.ts';

/** Sum of `rows` rows. `value` is null when nothing is known. Complete when every row has a value. */
export type Sum = { value: number | null; rows: number; isComplete: boolean };

export const UNKNOWN_SUM: Sum = { value: null, rows: 0, isComplete: false };

/** Returns the sum of a column, in the unit of its values. Null without rows and without values. */
export function sumRows(rows: readonly ReportRow[], key: string): Sum {
  const values = rows
    .map((row) => findValue(row.values, key))
    .filter((value) => typeof value === 'number');
  if (values.length === 0) return UNKNOWN_SUM;
  const value = values.reduce((sum, amount) => sum + amount, 0);
  return { value, rows: values.length, isComplete: values.length === rows.length };
}
