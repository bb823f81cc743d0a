import { type RawBuilder, sql } from 'kysely';
import type { ScreeningMatch } from '../../../domain/screening/screening.ts';
import { refuseTooLong, unlessTooLong } from '../../statements/read-bounds.ts';

/** What is long of a finding: all that a list says of somebody, and why it is thought to be this person. */
type Finding = Pick<ScreeningMatch, 'entry' | 'items'>;

/** A row that may lack it. */
export type Unread<Row extends Finding> = Omit<Row, keyof Finding> & { finding: Finding | null };

/** That of each row with an `entry` and an `explanation`; null in all rows where together they are too long. */
export const FINDING_UNLESS_TOO_LONG: RawBuilder<Finding | null> = unlessTooLong<Finding>(
  sql`octet_length(entry::text) + octet_length(explanation::text)`,
  sql`json_build_object('entry', entry, 'items', explanation)`,
);

/** The rows with their findings; throws AppError `limit_exceeded` where they were too long. */
export function readFindings<Row extends { finding: Finding | null }>(
  rows: Row[],
): (Omit<Row, 'finding'> & Finding)[] {
  return rows.map(({ finding, ...row }) => ({ ...row, ...(finding ?? refuseTooLong('findings')) }));
}
