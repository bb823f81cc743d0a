import { type RawBuilder, sql } from 'kysely';
import { AppError } from '../../../errors.ts';
import { BYTES_MAX } from '../../statements/read-bounds.ts';

/** The texts of an answer, in rows `a`. */
export const ANSWER_TEXTS = ['a.question_key', 'a.answer', 'a.combined_from'];
/** The texts of a question, in rows `q`. */
export const QUESTION_TEXTS = ['q.key', 'q.text'];

/** Size of a row in addition to its texts, which limits the number of rows to examine. */
const ROW_BYTES = 64;
const ROWS_MAX = BYTES_MAX / ROW_BYTES;

/** Maximum number of questions of all targets of one import: each may become an answer. */
export const ASKED_MAX = 100_000;

/** The bytes of these rows, `from …`, with these texts; more than BYTES_MAX for too many. */
function sumOfBytes(texts: readonly string[], rows: RawBuilder<unknown>): RawBuilder<number> {
  const lengths = texts.map((text) => sql`coalesce(octet_length(${sql.ref(text)}), 0)`);
  return sql<number>`(
    select coalesce(sum(bytes), 0) from (
      select ${sql.lit(ROW_BYTES)} + ${sql.join(lengths, sql` + `)} as bytes ${rows}
      limit ${sql.lit(ROWS_MAX + 1)}
    ) as measured
  )`;
}

/** Condition that the rows of a `from` clause are small enough to read. Their texts are not read for it. */
export function mayBeRead(
  texts: readonly string[],
  rows: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`${sumOfBytes(texts, rows)} <= ${sql.lit(BYTES_MAX)}`;
}

/** Throws AppError `limit_exceeded`. */
export function refuseTooManyAsked(): never {
  const message = `The templates ask over ${ASKED_MAX} questions together: import into fewer at once.`;
  throw new AppError('limit_exceeded', message);
}
