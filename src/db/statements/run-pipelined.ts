import type { CompiledQuery } from 'kysely';
import type { Db } from '../client.ts';
import { PipelinedConnection } from '../wire/pipelined-connection.ts';

/** Sends a statement with the others. */
export type Run = <Row>(statement: CompiledQuery<Row>) => Promise<Row[]>;

/**
 * Runs statements that are known in advance in one round trip: all that `ask` runs without waiting for another. The
 * server takes them in order, and each sees what is committed when its turn comes, as if it had come alone.
 */
export async function runPipelined<T>(db: Db, ask: (run: Run) => Promise<T>): Promise<T> {
  return await db.getExecutor().provideConnection(
    async (connection) =>
      await ask(async <Row>(statement: CompiledQuery<Row>) => {
        const { rows } = await connection.executeQuery<Row>(statement);
        return rows;
      }),
  );
}

/**
 * Runs a statement without waiting for its result. In a transaction it is pipelined with the next one, at the latest
 * with COMMIT, which fails with its error. `take` receives its rows, by the end of the transaction.
 */
export async function runWithNext<Row>(
  db: Db,
  statement: CompiledQuery<Row>,
  take?: (rows: Row[]) => void,
): Promise<void> {
  if (!db.isTransaction) {
    const { rows } = await db.executeQuery(statement);
    take?.(rows);
    return;
  }
  await db.getExecutor().provideConnection(async (connection) => {
    if (connection instanceof PipelinedConnection) {
      connection.sendWithNext(statement, take);
      return;
    }
    const { rows } = await connection.executeQuery<Row>(statement);
    take?.(rows);
  });
}
