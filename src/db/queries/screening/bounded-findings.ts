import { type RawBuilder, sql } from 'kysely';
import type { ScreeningMatch } from '../../../domain/screening/screening.ts';
import { refuseTooLong, unlessTooLong } from '../../statements/read-bounds.ts';

/** Unbounded parts of a match: the list entry and the explanation of the score. */
type Finding = Pick<ScreeningMatch, 'entry' | 'items'>;

/** Row whose entry and explanation are null when they were too long. */
export type WithBoundedFinding<Row extends Finding> = Omit<Row, keyof Finding> & {
  finding: Finding | null;
};

/** Entry and explanation of each row; null in all rows when together they are too long. */
export const FINDING_UNLESS_TOO_LONG: RawBuilder<Finding | null> = unlessTooLong<Finding>(
  sql`octet_length(entry::text) + octet_length(explanation::text)`,
  sql`json_build_object('entry', entry, 'items', explanation)`,
);

/** Returns the rows with entry and explanation; throws AppError `limit_exceeded` when they were too long. */
export function readFindings<Row extends { finding: Finding | null }>(
  rows: Row[],
): (Omit<Row, 'finding'> & Finding)[] {
  return rows.map(({ finding, ...row }) => ({ ...row, ...(finding ?? refuseTooLong('findings')) }));
}
