import { type RawBuilder, sql } from 'kysely';
import type { ScreeningMatch } from '../../../domain/screening/screening.ts';
import { throwTooLong, unlessTooLong } from '../../statements/read-bounds.ts';

/** Values of a match without a maximum length: the list entry, and the explanation of the score (`items`). */
type Finding = Pick<ScreeningMatch, 'entry' | 'items'>;

/** Row in which `finding` has the entry and the explanation; null when they were too long. */
export type WithBoundedFinding<Row extends Finding> = Omit<Row, keyof Finding> & {
  finding: Finding | null;
};

/** Column with the entry and the explanation of a row; null in all rows when they exceed BYTES_MAX together. */
export const FINDING_UNLESS_TOO_LONG: RawBuilder<Finding | null> = unlessTooLong<Finding>(
  sql`octet_length(entry::text) + octet_length(explanation::text)`,
  sql`json_build_object('entry', entry, 'items', explanation)`,
);

/** Returns the rows with the members of `finding`; throws AppError `limit_exceeded` when they were too long. */
export function requireFindings<Row extends { finding: Finding | null }>(
  rows: Row[],
): (Omit<Row, 'finding'> & Finding)[] {
  return rows.map(({ finding, ...row }) => ({ ...row, ...(finding ?? throwTooLong('findings')) }));
}
