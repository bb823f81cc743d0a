import { type RawBuilder, sql } from 'kysely';
import { AppError } from '../../errors.ts';

/** Maximum total size of the long values in the result of a statement, which is in memory at once. */
export const BYTES_MAX = 8 * 1024 * 1024;
/** Maximum number of rows in the result of a statement: about 15 MB. */
const ROWS_MAX = 200_000;

/** Limit clause value: one row above the maximum, so that `requireRowCount` detects an excess. */
export const ROWS_LIMIT: RawBuilder<number> = sql.lit(ROWS_MAX + 1);

/**
 * Throws AppError `limit_exceeded` for too many rows. `what` is a plural noun for its message, for example 'documents'.
 */
export function requireRowCount(count: number, what: string): void {
  if (count > ROWS_MAX) throwLimitExceeded(`${ROWS_MAX} ${what}`);
}

/** Selects a value of each row, or null in all rows when together they exceed BYTES_MAX, so that they are not sent. */
export function unlessTooLong<Value>(
  bytesOfRow: RawBuilder<unknown>,
  value: RawBuilder<Value>,
): RawBuilder<Value | null> {
  return sql`case when sum(${bytesOfRow}) over () <= ${sql.lit(BYTES_MAX)} then ${value} end`;
}

/** Throws AppError `limit_exceeded` for values above BYTES_MAX. `what` is a plural noun for its message. */
export function throwTooLong(what: string): never {
  return throwLimitExceeded(`${BYTES_MAX} bytes of ${what}`);
}

function throwLimitExceeded(bound: string): never {
  throw new AppError('limit_exceeded', `The result exceeds ${bound}. Request fewer at once.`);
}
