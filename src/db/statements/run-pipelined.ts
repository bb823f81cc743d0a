import type { CompiledQuery } from 'kysely';
import type { Db } from '../client.ts';
import { PipelinedConnection } from '../wire/pipelined-connection.ts';

/** Sends a statement in the pipeline. */
export type Run = <Row>(statement: CompiledQuery<Row>) => Promise<Row[]>;

/**
 * Runs statements that are known in advance in one round trip: all that `ask` runs without waiting for another. The
 * server runs them in order, and each sees what is committed when it starts, as if it were sent alone.
 */
export async function runPipelined<T>(db: Db, runAll: (run: Run) => Promise<T>): Promise<T> {
  return await db.getExecutor().provideConnection(
    async (connection) =>
      await runAll(async <Row>(statement: CompiledQuery<Row>) => {
        const { rows } = await connection.executeQuery<Row>(statement);
        return rows;
      }),
  );
}

/**
 * Runs a statement without waiting for its result. In a transaction it is pipelined with the next statement, at the
 * latest with COMMIT, which fails with its error. `onRows` receives its rows, by the end of the transaction.
 */
export async function runWithNext<Row>(
  db: Db,
  statement: CompiledQuery<Row>,
  onRows?: (rows: Row[]) => void,
): Promise<void> {
  if (!db.isTransaction) {
    const { rows } = await db.executeQuery(statement);
    onRows?.(rows);
    return;
  }
  await db.getExecutor().provideConnection(async (connection) => {
    if (connection instanceof PipelinedConnection) {
      connection.sendWithNext(statement, onRows);
      return;
    }
    const { rows } = await connection.executeQuery<Row>(statement);
    onRows?.(rows);
  });
}
