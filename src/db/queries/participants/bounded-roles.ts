import { type RawBuilder, sql } from 'kysely';
import { BYTES_MAX, refuseTooLong, unlessTooLong } from '../../statements/read-bounds.ts';

/**
 * Size up to which the stored size is used instead of the decompressed length: compressed data this small is at most
 * about 100 times as long, and PostgreSQL knows the stored size without reading the value.
 */
const SHORT_BYTES = 100;

const BYTES = sql`
  case when pg_column_size(roles) > ${sql.lit(SHORT_BYTES)}
    then octet_length(roles::text) else pg_column_size(roles) end
`;

/**
 * Value computed over the participants in `page`, or null when their roles, their only unbounded text, are too long:
 * then it is neither built nor sent.
 */
export function unlessRolesTooLong<Value>(value: RawBuilder<Value>): RawBuilder<Value | null> {
  return sql`(
    select case when coalesce(sum(${BYTES}), 0) <= ${sql.lit(BYTES_MAX)} then ${value} end
    from page
  )`;
}

/** Roles of a row of a list, or null in all of its rows when together they are too long. */
export const ROLES_UNLESS_TOO_LONG: RawBuilder<string[] | null> = unlessTooLong(
  BYTES,
  sql<string[]>`roles`,
);

/** Returns the rows with their roles; throws AppError `limit_exceeded` when the roles were too long. */
export function readRoles<Row extends { roles: string[] | null }>(
  rows: Row[],
): (Row & { roles: string[] })[] {
  return rows.map((row) => ({ ...row, roles: readRows(row.roles) }));
}

/** Returns the rows; throws AppError `limit_exceeded` when their roles were too long. */
export function readRows<Rows>(rows: Rows | null): Rows {
  return rows ?? refuseTooLong('roles');
}
