import type { CompiledQuery } from 'kysely';
import type { Db } from '../client.ts';
import { PipelinedConnection } from '../wire/pipelined-connection.ts';

/** Sends a statement in the pipeline and returns its rows. */
export type Run = <Row>(statement: CompiledQuery<Row>) => Promise<Row[]>;

/**
 * Runs `runAll` on one connection. Statements that it starts without waiting for another one share a round trip. The
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
 * Defers a statement of a transaction and pipelines it with the next one or the COMMIT, which fails with its error.
 * `onRows` receives its rows before the result of that statement. Outside a transaction the statement runs at once.
 */
export async function pipelineWithNext<Row>(
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
