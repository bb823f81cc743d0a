import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Db } from '../client.ts';

/** Placeholder of a value in a prepared statement: `value('serviceId')`, any number of times. */
export type ValueOf<Values extends object> = <Name extends keyof Values>(
  name: Name,
) => RawBuilder<Values[Name]>;

/** Builds a statement, with `value(name)` in each place where a value is to stand. */
type Build<Values extends object, Built> = (db: Db, value: ValueOf<Values>) => Built;

/** A statement with these values in their places, which is not sent yet. */
export type Statement<Values extends object, Row> = (db: Db, values: Values) => CompiledQuery<Row>;

/** Runs a statement with these values in their places. */
export type Prepared<Values extends object, Row> = (db: Db, values: Values) => Promise<Row[]>;

/**
 * Prepared statement whose text is built once for the process, on first use: building takes as long as running it.
 * Values are given by name, independent of their order in the text.
 */
export function prepareStatement<Values extends object, Row>(
  build: Build<Values, CompiledQuery<Row>>,
): Statement<Values, Row> {
  let kept: Kept<Values, Row> | undefined;
  return (db, values) => {
    kept ??= keep(db, build);
    const { sql: text, query, queryId } = kept.statement;
    return { sql: text, query, queryId, parameters: kept.order.map((name) => values[name]) };
  };
}

/** The same for one that is sent at once. */
export function prepare<Values extends object, Row>(
  build: Build<Values, Compilable<Row>>,
): Prepared<Values, Row> {
  const statement = prepareStatement<Values, Row>((db, value) => build(db, value).compile());
  return async (db, values) => {
    const { rows } = await db.executeQuery<Row>(statement(db, values));
    return rows;
  };
}

/** The same for one that always gives one row. */
export function prepareOne<Values extends object, Row>(
  build: Build<Values, CompiledQuery<Row>>,
): (db: Db, values: Values) => Promise<Row> {
  const statement = prepareStatement(build);
  return async (db, values) => {
    const [row] = (await db.executeQuery<Row>(statement(db, values))).rows;
    if (row === undefined) throw new Error('No row came.');
    return row;
  };
}

type Kept<Values, Row> = {
  statement: CompiledQuery<Row>;
  /** The name of the value for `$1`, for `$2` and so on. */
  order: (keyof Values)[];
};

/** Builds the statement with a mark for each value, and reads from its parameters which mark went where. */
function keep<Values extends object, Row>(
  db: Db,
  build: Build<Values, CompiledQuery<Row>>,
): Kept<Values, Row> {
  const names = new Map<unknown, keyof Values>();
  const statement = build(db, <Name extends keyof Values>(name: Name) => {
    const mark = { valueOf: name };
    names.set(mark, name);
    return sql<Values[Name]>`${mark}`;
  });
  const order = statement.parameters.map((parameter) => {
    const name = names.get(parameter);
    // The value would be sent for every caller, with rows of another service as the result.
    if (name === undefined) throw new Error('A prepared statement was built with a value in it.');
    return name;
  });
  return { statement, order };
}
