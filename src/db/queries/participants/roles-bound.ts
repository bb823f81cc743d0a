import { type RawBuilder, sql } from 'kysely';
import { BYTES_MAX, refuseTooLong, unlessTooLong } from '../../statements/read-bounds.ts';

/** Of what it stores so small PostgreSQL tells the length without a look at it: compressed it is hardly 100 times as long. */
const SHORT_BYTES = 100;

const BYTES = sql`
  case when pg_column_size(roles) > ${sql.lit(SHORT_BYTES)}
    then octet_length(roles::text) else pg_column_size(roles) end
`;

/**
 * The value of the participants in `page`, or null where their roles, their only text that may be long, are too long: then
 * it is neither made nor sent.
 */
export function unlessRolesTooLong<Value>(value: RawBuilder<Value>): RawBuilder<Value | null> {
  return sql`(
    select case when coalesce(sum(${BYTES}), 0) <= ${sql.lit(BYTES_MAX)} then ${value} end
    from page
  )`;
}

/** The roles of a row of a list, or null in all of its rows where together they are too long. */
export const ROLES_UNLESS_TOO_LONG: RawBuilder<string[] | null> = unlessTooLong(
  BYTES,
  sql<string[]>`roles`,
);

/** The rows with their roles; throws AppError `limit_exceeded` where they were too long. */
export function readRoles<Row extends { roles: string[] | null }>(
  rows: Row[],
): (Row & { roles: string[] })[] {
  return rows.map((row) => ({ ...row, roles: readRows(row.roles) }));
}

/** Throws AppError `limit_exceeded` where they were too long. */
export function readRows<Rows>(rows: Rows | null): Rows {
  return rows ?? refuseTooLong('roles');
}
