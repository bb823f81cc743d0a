import {
  type CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type { Migration } from 'kysely/migration';
import { splitStatements } from './split-statements.ts';

/**
 * Returns the commands of a migration in order, without sending them. Throws when the migration reads rows or binds
 * values.
 */
export async function recordStatements(migration: Migration): Promise<string[]> {
  const statements: string[] = [];
  const driver = new RecordingDriver((commands) => statements.push(...commands));
  const recorder = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  await migration.up(recorder);
  return statements;
}

class RecordingDriver extends DummyDriver {
  readonly #record: (commands: string[]) => void;

  constructor(record: (commands: string[]) => void) {
    super();
    this.#record = record;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return await Promise.resolve(new RecordingConnection(this.#record));
  }
}

class RecordingConnection implements DatabaseConnection {
  readonly #record: (commands: string[]) => void;

  constructor(record: (commands: string[]) => void) {
    this.#record = record;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const commands = splitStatements(sql);
    if (
      parameters.length > 0 ||
      commands.some((command) => /^(select|with|values)\b/i.test(command))
    )
      throw new Error(
        'A migration reads nothing and binds nothing: its commands are known before.',
      );
    this.#record(commands);
    return await Promise.resolve({ rows: [] });
  }

  // oxlint-disable-next-line require-yield -- A migration reads nothing.
  async *streamQuery(): AsyncGenerator<never> {
    await Promise.reject(new Error('A migration reads nothing.'));
  }
}
