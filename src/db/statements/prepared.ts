import type { Compilable, CompiledQuery } from 'kysely';
import type { Db } from '../client.ts';

/** Runs a statement with these values in the places of those that it was built with. */
export type Prepared<Row> = (db: Db, parameters: readonly unknown[]) => Promise<Row[]>;

/** A statement with these values in the places of those that it was built with, to be run by somebody else. */
export type Statement<Row> = (db: Db, parameters: readonly unknown[]) => CompiledQuery<Row>;

/** A statement whose text is made once for the whole process: to build one takes as long as to run it. */
export function prepare<Row>(build: (db: Db) => Compilable<Row>): Prepared<Row> {
  const statement = prepareStatement((db) => build(db).compile());
  return async (db, parameters) => {
    const { rows } = await db.executeQuery<Row>(statement(db, parameters));
    return rows;
  };
}

/** The same for one that always gives one row. */
export function prepareOne<Row>(
  build: (db: Db) => CompiledQuery<Row>,
): (db: Db, parameters: readonly unknown[]) => Promise<Row> {
  const statement = prepareStatement(build);
  return async (db, parameters) => {
    const [row] = (await db.executeQuery<Row>(statement(db, parameters))).rows;
    if (row === undefined) throw new Error('No row came.');
    return row;
  };
}

/** The same for one that is sent with others. */
export function prepareStatement<Row>(build: (db: Db) => CompiledQuery<Row>): Statement<Row> {
  let compiled: CompiledQuery<Row> | undefined;
  return (db, parameters) => {
    compiled ??= build(db);
    return { ...compiled, parameters };
  };
}
