import type { ReportRow } from '../content.ts';
import { valueOf } from '../find-content.ts';

/** `value` is null where nothing is known; `rows` is how many it is of. It is complete where every row says its part. */
export type Sum = { value: number | null; rows: number; isComplete: boolean };

export const NOTHING: Sum = { value: null, rows: 0, isComplete: false };

/** The sum of a column, in the units of its values. Null without rows, and where no row says anything. */
export function sumRows(rows: readonly ReportRow[], key: string): Sum {
  const values = rows
    .map((row) => valueOf(row.values, key))
    .filter((value) => typeof value === 'number');
  if (values.length === 0) return NOTHING;
  const value = values.reduce((sum, one) => sum + one, 0);
  return { value, rows: values.length, isComplete: values.length === rows.length };
}
