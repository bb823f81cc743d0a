import { type RawBuilder, sql } from 'kysely';
import { AppError } from '../../../errors.ts';
import { BYTES_MAX } from '../../statements/read-bounds.ts';

/** The texts of an answer, in rows `a`. */
export const ANSWER_TEXTS = ['a.question_key', 'a.answer', 'a.combined_from'];
/** The texts of a question, in rows `q`. */
export const QUESTION_TEXTS = ['q.key', 'q.text'];

/** What a row takes besides its texts: no more rows need be looked at than would be too many without any. */
const ROW_BYTES = 64;
const ROWS_MAX = BYTES_MAX / ROW_BYTES;

/** So many questions the targets of one import ask together, each as often as it is asked: each may become an answer. */
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

/** Whether these rows, `from …`, may be read at once; of their texts nothing is read to tell. */
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
