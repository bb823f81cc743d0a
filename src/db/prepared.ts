import type { Compilable, CompiledQuery } from 'kysely';
import type { Db } from './client.ts';

/** Runs a statement with these values in the places of those that it was built with. */
export type Prepared<Row> = (db: Db, parameters: readonly unknown[]) => Promise<Row[]>;

/** A statement whose text is made once for the whole process: to build one takes as long as to run it. */
export function prepare<Row>(build: (db: Db) => Compilable<Row>): Prepared<Row> {
  let compiled: CompiledQuery<Row> | undefined;
  return async (db, parameters) => {
    compiled ??= build(db).compile();
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters });
    return rows;
  };
}
