import { type RawBuilder, sql } from 'kysely';
import { AppError } from '../../../errors.ts';
import { BYTES_MAX } from '../../statements/read-bounds.ts';

/** Texts of an answer, in rows `a`. */
export const ANSWER_TEXTS = ['a.question_key', 'a.answer', 'a.combined_from'];
/** Texts of a question, in rows `q`. */
export const QUESTION_TEXTS = ['q.key', 'q.text'];

/** Size of a row in addition to its texts. It limits the number of rows that are measured. */
const ROW_BYTES = 64;
const ROWS_MAX = BYTES_MAX / ROW_BYTES;

/** Maximum number of questions of all targets of one import: each may get an answer. */
export const QUESTIONS_MAX = 100_000;

/** Returns the size of the rows of a `from` clause with these texts; above BYTES_MAX when there are too many rows. */
function measureRows(texts: readonly string[], rows: RawBuilder<unknown>): RawBuilder<number> {
  const lengths = texts.map((text) => sql`coalesce(octet_length(${sql.ref(text)}), 0)`);
  return sql<number>`(
    select coalesce(sum(bytes), 0) from (
      select ${sql.lit(ROW_BYTES)} + ${sql.join(lengths, sql` + `)} as bytes ${rows}
      limit ${sql.lit(ROWS_MAX + 1)}
    ) as row_sizes
  )`;
}

/**
 * Condition that the rows of a `from` clause have at most BYTES_MAX. It uses the stored lengths of the texts without
 * decompressing them.
 */
export function isSmallEnough(
  texts: readonly string[],
  rows: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`${measureRows(texts, rows)} <= ${sql.lit(BYTES_MAX)}`;
}

/** Throws AppError `limit_exceeded` for too many questions. */
export function throwTooManyQuestions(): never {
  const message = `The templates ask over ${QUESTIONS_MAX} questions together: import into fewer at once.`;
  throw new AppError('limit_exceeded', message);
}
