import { type RawBuilder, sql } from 'kysely';
import type { ScreeningMatch } from '../../../domain/screening/screening.ts';
import { AppError } from '../../../errors.ts';

/** So many matches may the participants of one statement have, since what it answers is read at once. */
const MATCHES_MAX = 200_000;

/** Of what a statement selects, so that one too many shows. */
export const MATCHES_LIMIT: number = MATCHES_MAX + 1;

/** Throws AppError `limit_exceeded` where there are too many. */
export function checkMatchCount(count: number): void {
  if (count <= MATCHES_MAX) return;
  const message = `The participants have over ${MATCHES_MAX} matches: ask for fewer at once.`;
  throw new AppError('limit_exceeded', message);
}

/** What is long of a finding: all that a list says of somebody, and why it is thought to be this person. */
type Finding = Pick<ScreeningMatch, 'entry' | 'items'>;

/** A row that may lack it. */
export type Unread<Row extends Finding> = Omit<Row, keyof Finding> & { finding: Finding | null };

/** So many bytes of it one statement reads. */
const FINDINGS_BYTES_MAX = 8 * 1024 * 1024;

/** That of each row with an `entry` and an `explanation`; null in all rows where together they are too long. */
export const FINDING_UNLESS_TOO_LONG: RawBuilder<Finding | null> = sql`
  case when sum(octet_length(entry::text) + octet_length(explanation::text)) over ()
    <= ${sql.lit(FINDINGS_BYTES_MAX)} then json_build_object('entry', entry, 'items', explanation) end
`;

/** The rows with their findings; throws AppError `limit_exceeded` where they were too long. */
export function readFindings<Row extends { finding: Finding | null }>(
  rows: Row[],
): (Omit<Row, 'finding'> & Finding)[] {
  return rows.map(({ finding, ...row }) => {
    if (finding !== null) return { ...row, ...finding };
    const message = `What was found has over ${FINDINGS_BYTES_MAX} bytes: ask for fewer at once.`;
    throw new AppError('limit_exceeded', message);
  });
}
