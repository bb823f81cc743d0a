import { type RawBuilder, sql } from 'kysely';

/** Columns of a row, by name. */
export type Selection<Row> = { [Name in keyof Row & string]: RawBuilder<Row[Name]> };

/** Rows as one array for each column. */
export type Columns<Row> = { [Name in keyof Row]: Row[Name][] };

/** Select list of such rows. */
export function selectList<Row>(selection: Selection<Row>): RawBuilder<Row> {
  const columns = Object.entries<RawBuilder<unknown>>(selection);
  return sql<Row>`${sql.join(columns.map(([name, value]) => sql`${value} as ${sql.ref(name)}`))}`;
}

/**
 * JSON value with the rows of a table or a parenthesized query. It costs PostgreSQL less than a value for each row,
 * whose types it would look up again, and this process a fraction of the cost of many small arrays.
 */
export function jsonColumns<Row>(
  selection: Selection<Row>,
  rows: RawBuilder<unknown>,
): RawBuilder<Columns<Row>> {
  const columns = Object.keys(selection).map(
    (name) => sql`${sql.lit(name)}, coalesce(json_agg(${sql.ref(name)}), '[]')`,
  );
  return sql`(select json_build_object(${sql.join(columns)}) from ${rows} as source)`;
}

/** Returns the value of a row in a column; throws when the column is shorter. */
export function valueAt<Value>(column: readonly Value[], row: number): Value {
  const value = column[row];
  if (value === undefined) throw new Error('A column is shorter than the others.');
  return value;
}

/** Instant in milliseconds, its shortest JSON form; `timestamptz(3)` has no finer parts. */
export function inMilliseconds(column: string): RawBuilder<number> {
  return sql`round(date_part('epoch', ${sql.ref(column)}) * 1000)`;
}
