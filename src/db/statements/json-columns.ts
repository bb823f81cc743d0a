import { type RawBuilder, sql } from 'kysely';

/** SQL expression of each column of a row, by name. */
export type Selection<Row> = { [Name in keyof Row & string]: RawBuilder<Row[Name]> };

/** Rows as one array of values for each column. */
export type Columns<Row> = { [Name in keyof Row]: Row[Name][] };

/** Returns the select list of a selection. */
export function selectList<Row>(selection: Selection<Row>): RawBuilder<Row> {
  const columns = Object.entries<RawBuilder<unknown>>(selection);
  return sql<Row>`${sql.join(columns.map(([name, value]) => sql`${value} as ${sql.ref(name)}`))}`;
}

/**
 * Returns a JSON value with the rows of a table or a parenthesized query, as one array for each column. That is faster
 * than one JSON value for each row: PostgreSQL would look up its types again for each, and this process would parse
 * many small arrays.
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

/** Returns the value of a row, by its index, in a column; throws when the column is shorter. */
export function valueAt<Value>(column: readonly Value[], row: number): Value {
  const value = column[row];
  if (value === undefined) throw new Error('A column is shorter than the others.');
  return value;
}

/** Converts a `timestamptz(3)` to milliseconds since 1970, its shortest JSON form, without loss of precision. */
export function toMilliseconds(column: string): RawBuilder<number> {
  return sql`round(date_part('epoch', ${sql.ref(column)}) * 1000)`;
}
