import { type RawBuilder, sql } from 'kysely';
import { AppError } from '../../errors.ts';

/** Of what may be long one statement reads so many bytes, since what it answers is taken in at once. */
export const BYTES_MAX = 8 * 1024 * 1024;
/** Of what is short it reads so many rows: some 15 MB. */
const ROWS_MAX = 200_000;

/** Of rows that a statement selects, so that one too many shows. */
export const ROWS_LIMIT: RawBuilder<number> = sql.lit(ROWS_MAX + 1);

/** Throws AppError `limit_exceeded` where there are too many, of what is named in the plural. */
export function checkRowCount(count: number, what: string): void {
  if (count > ROWS_MAX) refuse(`${ROWS_MAX} ${what}`);
}

/** What each row has, or null in all rows where together they have more than BYTES_MAX: then it is not even sent. */
export function unlessTooLong<Value>(
  bytesOfRow: RawBuilder<unknown>,
  value: RawBuilder<Value>,
): RawBuilder<Value | null> {
  return sql`case when sum(${bytesOfRow}) over () <= ${sql.lit(BYTES_MAX)} then ${value} end`;
}

/** Always throws AppError `limit_exceeded`, for what is named in the plural. */
export function refuseTooLong(what: string): never {
  return refuse(`${BYTES_MAX} bytes of ${what}`);
}

function refuse(bound: string): never {
  throw new AppError('limit_exceeded', `The result exceeds ${bound}. Request fewer at once.`);
}
