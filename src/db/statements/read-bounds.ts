import { type RawBuilder, sql } from 'kysely';
import { AppError } from '../../errors.ts';

/** Maximum size of long values in the result of a statement, which is held in memory. */
export const BYTES_MAX = 8 * 1024 * 1024;
/** Maximum number of rows in the result of a statement: about 15 MB. */
const ROWS_MAX = 200_000;

/** Limit of a statement: one row above the maximum, to detect an excess. */
export const ROWS_LIMIT: RawBuilder<number> = sql.lit(ROWS_MAX + 1);

/** Throws AppError `limit_exceeded` for too many rows; `what` is a plural noun. */
export function checkRowCount(count: number, what: string): void {
  if (count > ROWS_MAX) refuse(`${ROWS_MAX} ${what}`);
}

/** Returns the value of each row, or null in all rows when together they exceed BYTES_MAX: they are then not sent. */
export function unlessTooLong<Value>(
  bytesOfRow: RawBuilder<unknown>,
  value: RawBuilder<Value>,
): RawBuilder<Value | null> {
  return sql`case when sum(${bytesOfRow}) over () <= ${sql.lit(BYTES_MAX)} then ${value} end`;
}

/** Throws AppError `limit_exceeded`; `what` is a plural noun. */
export function refuseTooLong(what: string): never {
  return refuse(`${BYTES_MAX} bytes of ${what}`);
}

function refuse(bound: string): never {
  throw new AppError('limit_exceeded', `The result exceeds ${bound}. Request fewer at once.`);
}
