import type { Connection, FieldDef, QueryResult, Submittable } from 'pg';
import { MessageWriter } from './message-writer.ts';
import { RowShape } from './row-shape.ts';

declare module 'pg' {
  // Missing in the types of pg.
  interface Connection {
    /** Texts of the statements that the server has parsed, by name. */
    readonly parsedStatements: Readonly<Record<string, string | undefined>>;
  }
}

/** Statement as one connection knows it. */
export type ServerStatement = {
  /** '' for a statement that is parsed each time. */
  readonly name: string;
  readonly text: string;
  /** Shape of its rows; undefined until the server has described them. */
  shape: RowShape | undefined;
};

export type StatementExecution = { statement: ServerStatement; values: readonly unknown[] };

/** Result of a statement: its command, for example `INSERT`, the number of rows if it has one, and its rows. */
export type StatementResult = Pick<QueryResult, 'command' | 'rowCount' | 'rows'>;

type OnDone = (error: Error | null, results: StatementResult[]) => void;

/**
 * Pipelined statements that end with one Sync: the server runs them in order and skips the rest, a COMMIT included,
 * after the first failure. For pg the batch is one query whose handlers receive each message.
 */
export class StatementBatch implements Submittable {
  readonly #executions: readonly StatementExecution[];
  readonly #onDone: OnDone;
  readonly #results: StatementResult[] = [];
  #rows: unknown[] = [];
  #error: Error | null = null;

  /** `onDone` is called once, with the first error or all results in order. */
  constructor(executions: readonly StatementExecution[], onDone: OnDone) {
    this.#executions = executions;
    this.#onDone = onDone;
  }

  /** Name of the running statement, which pg marks as parsed on ParseComplete. */
  get name(): string | undefined {
    return this.#current?.name;
  }

  /** Text of the running statement, which pg stores with its name. */
  get text(): string | undefined {
    return this.#current?.text;
  }

  get #current(): ServerStatement | undefined {
    return this.#executions[this.#results.length]?.statement;
  }

  /**
   * Sends all statements. When a value cannot be encoded, sends none and returns the error, which pg passes to
   * handleError.
   */
  submit({ parsedStatements, stream }: Connection): Error | null {
    try {
      const bytes = writeMessages(this.#executions, parsedStatements);
      // pg itself fails its queries when the stream ends.
      if (stream.writable) stream.write(bytes);
      return null;
    } catch (error) {
      return error instanceof Error
        ? error
        : new Error('A value cannot be sent.', { cause: error });
    }
  }

  handleRowDescription({ fields }: { fields: FieldDef[] }): void {
    if (this.#current !== undefined) this.#current.shape = new RowShape(fields);
  }

  /** Parses a row. After a failure the rest of the batch is received but not parsed. */
  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (this.#error !== null) return;
    try {
      this.#rows.push(this.#current?.shape?.parseRow(fields));
    } catch (error) {
      this.#error =
        error instanceof Error
          ? error
          : new Error('A column value cannot be parsed.', { cause: error });
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    // A statement without columns gets no row description.
    if (this.#current !== undefined) this.#current.shape ??= new RowShape([]);
    this.#addResult(text);
  }

  handleEmptyQuery(): void {
    this.#addResult('');
  }

  /** Rejects COPY: the server would read the statements after it as its data. */
  handleCopyInResponse({ stream }: Connection): void {
    stream.destroy(new Error('A COPY to the server cannot be sent as one of several statements.'));
  }

  /** Ignores the data of a COPY to the client. */
  handleCopyData(): void {}

  handleError(error: Error): void {
    this.#onDone(this.#error ?? error, []);
  }

  handleReadyForQuery(): void {
    if (this.#results.length < this.#executions.length)
      this.#error ??= new Error('The server did not answer every statement.');
    this.#onDone(this.#error, this.#results);
  }

  /** Adds the result of the running statement from its command tag, for example `INSERT 0 5`. */
  #addResult(tag: string): void {
    const [command = '', ...counts] = tag.split(' ');
    const count = Number(counts.at(-1));
    this.#results.push({ command, rowCount: Number.isNaN(count) ? null : count, rows: this.#rows });
    this.#rows = [];
  }
}

/**
 * Writes the messages of a batch: parses statements that the server does not know yet. Throws when a value cannot be
 * converted to text.
 */
function writeMessages(
  executions: readonly StatementExecution[],
  parsed: Connection['parsedStatements'],
): Buffer {
  const writer = new MessageWriter();
  const parsedInBatch = new Set<string>();
  for (const { statement, values } of executions) {
    const { name, text, shape } = statement;
    if (parsed[name] === undefined && !parsedInBatch.has(name)) {
      writer.parse(name, text);
      if (name !== '') parsedInBatch.add(name);
    }
    writer.bind(name, values);
    if (shape === undefined) writer.describe();
    writer.execute();
  }
  return writer.sync();
}
