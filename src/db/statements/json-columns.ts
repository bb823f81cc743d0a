import { type RawBuilder, sql } from 'kysely';

/** Columns of a row, by name. */
export type Selection<Row> = { [Name in keyof Row & string]: RawBuilder<Row[Name]> };

/** Rows as an array for each of their columns. */
export type Columns<Row> = { [Name in keyof Row]: Row[Name][] };

/** Returns the select list of such rows. */
export function selected<Row>(selection: Selection<Row>): RawBuilder<Row> {
  const columns = Object.entries<RawBuilder<unknown>>(selection);
  return sql<Row>`${sql.join(columns.map(([name, value]) => sql`${value} as ${sql.ref(name)}`))}`;
}

/**
 * Returns the rows of a table or a parenthesized query as one JSON value. It costs PostgreSQL less than a value for
 * each row, whose types it would look up again, and this process a fraction of the cost of many small arrays.
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

/** The value that a row has in the column. */
export function valueAt<Value>(column: readonly Value[], row: number): Value {
  const value = column[row];
  if (value === undefined) throw new Error('A column is shorter than the others.');
  return value;
}

/** A moment as JSON has it at the least cost: in milliseconds, of which `timestamptz(3)` has no parts. */
export function inMilliseconds(column: string): RawBuilder<number> {
  return sql`round(date_part('epoch', ${sql.ref(column)}) * 1000)`;
}
