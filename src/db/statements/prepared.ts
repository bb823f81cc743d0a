import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Db } from '../client.ts';

/** Placeholder of a value in a prepared statement: `value('serviceId')`, any number of times. */
export type ValueOf<Values extends object> = <Name extends keyof Values>(
  name: Name,
) => RawBuilder<Values[Name]>;

/** Builds a statement in which `value(name)` stands for each value. */
type Build<Values extends object, Built> = (db: Db, value: ValueOf<Values>) => Built;

/** Prepared statement: returns the query with the given values without sending it. */
export type Statement<Values extends object, Row> = (db: Db, values: Values) => CompiledQuery<Row>;

/** Prepared statement that runs with the given values. */
export type Prepared<Values extends object, Row> = (db: Db, values: Values) => Promise<Row[]>;

/**
 * Prepares a statement whose text is built once for the process, on first use: Kysely takes as long to build a text as
 * PostgreSQL to run it. Values are given by name, independent of their order in the text.
 */
export function prepareStatement<Values extends object, Row>(
  build: Build<Values, CompiledQuery<Row>>,
): Statement<Values, Row> {
  let built: BuiltStatement<Values, Row> | undefined;
  return (db, values) => {
    built ??= buildStatement(db, build);
    const { sql: text, query, queryId } = built.statement;
    return { sql: text, query, queryId, parameters: built.order.map((name) => values[name]) };
  };
}

/** Prepares a statement and returns a function that runs it and returns its rows. */
export function prepare<Values extends object, Row>(
  build: Build<Values, Compilable<Row>>,
): Prepared<Values, Row> {
  const statement = prepareStatement<Values, Row>((db, value) => build(db, value).compile());
  return async (db, values) => {
    const { rows } = await db.executeQuery<Row>(statement(db, values));
    return rows;
  };
}

/** Prepares a statement that always returns one row, and returns a function that runs it. */
export function prepareOne<Values extends object, Row>(
  build: Build<Values, CompiledQuery<Row>>,
): (db: Db, values: Values) => Promise<Row> {
  const statement = prepareStatement(build);
  return async (db, values) => {
    const [row] = (await db.executeQuery<Row>(statement(db, values))).rows;
    if (row === undefined) throw new Error('The statement returned no row.');
    return row;
  };
}

type BuiltStatement<Values, Row> = {
  statement: CompiledQuery<Row>;
  /** Names of the values for `$1`, `$2` and so on. */
  order: (keyof Values)[];
};

/** Builds the statement with a marker for each value, and reads the order of the values from its parameters. */
function buildStatement<Values extends object, Row>(
  db: Db,
  build: Build<Values, CompiledQuery<Row>>,
): BuiltStatement<Values, Row> {
  const names = new Map<unknown, keyof Values>();
  const statement = build(db, <Name extends keyof Values>(name: Name) => {
    const marker = { valueOf: name };
    names.set(marker, name);
    return sql<Values[Name]>`${marker}`;
  });
  const order = statement.parameters.map((parameter) => {
    const name = names.get(parameter);
    // A constant would be sent for every caller, and could return rows of another service.
    if (name === undefined) throw new Error('A prepared statement was built with a value in it.');
    return name;
  });
  return { statement, order };
}
