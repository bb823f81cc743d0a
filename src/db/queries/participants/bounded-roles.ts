import { type RawBuilder, sql } from 'kysely';
import { BYTES_MAX, throwTooLong, unlessTooLong } from '../../statements/read-bounds.ts';

/**
 * Stored size up to which the stored size counts instead of the length of the text: reading the stored size does not
 * decompress the value, and values this small decompress to at most about 100 times their size.
 */
const SHORT_BYTES = 100;

const BYTES = sql`
  case when pg_column_size(roles) > ${sql.lit(SHORT_BYTES)}
    then octet_length(roles::text) else pg_column_size(roles) end
`;

/**
 * Returns a value that is computed over the participants in `page`, a subquery of the caller, or null when their roles,
 * their only unbounded texts, exceed BYTES_MAX together: the value is then neither built nor sent.
 */
export function unlessRolesTooLong<Value>(value: RawBuilder<Value>): RawBuilder<Value | null> {
  return sql`(
    select case when coalesce(sum(${BYTES}), 0) <= ${sql.lit(BYTES_MAX)} then ${value} end
    from page
  )`;
}

/** Column with the roles of a participant, or null in all rows when they exceed BYTES_MAX together. */
export const ROLES_UNLESS_TOO_LONG: RawBuilder<string[] | null> = unlessTooLong(
  BYTES,
  sql<string[]>`roles`,
);

/** Returns the rows when their roles are not null; throws AppError `limit_exceeded` when the roles were too long. */
export function requireRoles<Row extends { roles: string[] | null }>(
  rows: Row[],
): (Row & { roles: string[] })[] {
  return rows.map((row) => ({ ...row, roles: requireWithinRolesLimit(row.roles) }));
}

/** Returns the value; throws AppError `limit_exceeded` for null, which stands for roles that were too long. */
export function requireWithinRolesLimit<Rows>(rows: Rows | null): Rows {
  return rows ?? throwTooLong('roles');
}
