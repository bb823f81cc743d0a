import { Client } from 'pg';

/** Connection that runs statements one after the other. */
export type SqlClient = AsyncDisposable & {
  run: (text: string, values?: unknown[]) => Promise<void>;
  /** Runs a statement as a named prepared statement. */
  runNamed: (name: string, text: string, values: unknown[]) => Promise<void>;
  /** Returns the column `count` of the only row. */
  count: (text: string) => Promise<number>;
};

export async function openSqlClient(connectionString: string): Promise<SqlClient> {
  const client = new Client({ connectionString });
  // An interrupted run stops PostgreSQL; the running statement then fails by itself.
  client.on('error', () => undefined);
  await client.connect();
  return {
    run: async (text, values) => {
      await client.query(text, values);
    },
    runNamed: async (name, text, values) => {
      await client.query({ name, text, values });
    },
    count: async (text) => {
      const { rows } = await client.query<{ count: string }>(text);
      return Number(rows[0]?.count);
    },
    [Symbol.asyncDispose]: async () => await client.end(),
  };
}

/** Measures the duration of a task in milliseconds. */
export async function measureMs(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
