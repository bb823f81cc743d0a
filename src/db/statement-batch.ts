import { type Connection, Query, type QueryResult, type Submittable } from 'pg';
import { typeParsers } from './type-parsers.ts';

/** One statement of a batch; without a name it is parsed each time. */
export type BatchedStatement = {
  name: string | undefined;
  text: string;
  values: readonly unknown[];
};

type Done = (error: Error | null, results: QueryResult[]) => void;

/**
 * Several statements that go to the server together and end with one Sync: it runs them one after the other, and
 * after the first that fails none of the others, a COMMIT among them. For pg it is one query.
 */
export class StatementBatch implements Submittable {
  readonly #parts: Part[];
  readonly #done: Done;
  readonly #results: QueryResult[] = [];
  #place = 0;
  #error: Error | null = null;

  /** `done` is called once, with the first error or all results in order. */
  constructor(statements: readonly BatchedStatement[], done: Done) {
    this.#done = done;
    this.#parts = statements.map(
      (one) =>
        new Part(one, (error, result) => {
          this.#error ??= error ?? null;
          this.#results.push(result);
        }),
    );
  }

  /** The statement that the server is at: pg notes by its name that it has been parsed. */
  get name(): string | undefined {
    return this.#parts[this.#place]?.name;
  }

  get text(): string | undefined {
    return this.#parts[this.#place]?.text;
  }

  submit(connection: Connection): null {
    // Each part would end with a Sync of its own, and close its statement where a value cannot be sent.
    const withoutSync: unknown = Object.create(connection, {
      sync: { value: () => undefined },
      close: { value: () => undefined },
      submittedNamedStatements: { value: {} },
    });
    connection.stream.cork();
    for (const part of this.#parts) {
      part.prepare(withoutSync);
      if (this.#error !== null) break;
    }
    connection.sync();
    connection.stream.uncork();
    return null;
  }

  handleRowDescription(message: unknown): void {
    this.#parts[this.#place]?.handleRowDescription(message);
  }

  handleDataRow(message: unknown): void {
    this.#parts[this.#place]?.handleDataRow(message);
  }

  handleCommandComplete(message: unknown, connection: Connection): void {
    this.#parts[this.#place]?.handleCommandComplete(message, connection);
    this.#place += 1;
  }

  handleEmptyQuery(): void {
    this.#place += 1;
  }

  handleCopyInResponse(connection: Connection): void {
    this.#parts[this.#place]?.handleCopyInResponse(connection);
  }

  handleError(error: Error): void {
    this.#done(this.#error ?? error, []);
  }

  handleReadyForQuery(connection: Connection): void {
    if (this.#error === null && this.#place < this.#parts.length)
      this.#error = new Error('The server did not answer every statement.');
    if (this.#error === null) for (const part of this.#parts) part.handleReadyForQuery(connection);
    this.#done(this.#error, this.#results);
  }
}

/** pg's own way to send one statement and to read its rows, with what its types leave out. */
class Part extends Query {
  declare name: string | undefined;
  declare readonly text: string;
  declare prepare: (connection: unknown) => void;
  declare handleRowDescription: (message: unknown) => void;
  declare handleDataRow: (message: unknown) => void;
  declare handleCommandComplete: (message: unknown, connection: Connection) => void;
  declare handleCopyInResponse: (connection: Connection) => void;
  declare handleReadyForQuery: (connection: Connection) => void;

  constructor(
    { name, text, values }: BatchedStatement,
    callback: (error: Error | undefined, result: QueryResult) => void,
  ) {
    super({ text, values: [...values], types: typeParsers }, callback);
    this.name = name;
  }
}
