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

/** Prepared statement of a connection. */
export type ServerStatement = {
  /** '' for a statement that is parsed each time. */
  readonly name: string;
  readonly text: string;
  /** Shape of its rows; undefined until the server has described them. */
  shape: RowShape | undefined;
};

export type BatchedStatement = { statement: ServerStatement; values: readonly unknown[] };

/** Result of a statement: its command, for example `INSERT`, the number of rows if it has one, and its rows. */
export type Answer = Pick<QueryResult, 'command' | 'rowCount' | 'rows'>;

type Done = (error: Error | null, answers: Answer[]) => void;

/**
 * Pipelined statements that end with one Sync: the server runs them in order and skips the rest, a COMMIT included,
 * after the first failure. For pg the batch is one query whose handlers receive each message.
 */
export class StatementBatch implements Submittable {
  readonly #batched: readonly BatchedStatement[];
  readonly #done: Done;
  readonly #answers: Answer[] = [];
  #rows: unknown[] = [];
  #error: Error | null = null;

  /** `onDone` is called once, with the first error or all results in order. */
  constructor(batched: readonly BatchedStatement[], onDone: Done) {
    this.#batched = batched;
    this.#done = onDone;
  }

  /** Name of the statement that is running: pg records by it that the statement is parsed. */
  get name(): string | undefined {
    return this.#current?.name;
  }

  get text(): string | undefined {
    return this.#current?.text;
  }

  get #current(): ServerStatement | undefined {
    return this.#batched[this.#answers.length]?.statement;
  }

  /**
   * Sends all statements; or none, and returns the error for pg to pass to handleError, when a value cannot be sent.
   */
  submit({ parsedStatements, stream }: Connection): Error | null {
    try {
      const bytes = write(this.#batched, parsedStatements);
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

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (this.#error !== null) return;
    try {
      this.#rows.push(this.#current?.shape?.read(fields));
    } catch (error) {
      this.#error = error instanceof Error ? error : new Error('No value.', { cause: error });
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    // A statement without columns gets no row description.
    if (this.#current !== undefined) this.#current.shape ??= new RowShape([]);
    this.#answer(text);
  }

  handleEmptyQuery(): void {
    this.#answer('');
  }

  /** Rejects COPY: the server would read the statements after it as its data. */
  handleCopyInResponse({ stream }: Connection): void {
    stream.destroy(new Error('A COPY to the server cannot be sent as one of several statements.'));
  }

  /** Ignores the data of a COPY to the client. */
  handleCopyData(): void {}

  handleError(error: Error): void {
    this.#done(this.#error ?? error, []);
  }

  handleReadyForQuery(): void {
    if (this.#answers.length < this.#batched.length)
      this.#error ??= new Error('The server did not answer every statement.');
    this.#done(this.#error, this.#answers);
  }

  #answer(tag: string): void {
    const [command = '', ...counts] = tag.split(' ');
    const count = Number(counts.at(-1));
    this.#answers.push({ command, rowCount: Number.isNaN(count) ? null : count, rows: this.#rows });
    this.#rows = [];
  }
}

/** Writes the messages of a batch; throws when a value cannot be sent. */
function write(
  batched: readonly BatchedStatement[],
  parsed: Connection['parsedStatements'],
): Buffer {
  const writer = new MessageWriter();
  const parsedHere = new Set<string>();
  for (const { statement, values } of batched) {
    const { name, text, shape } = statement;
    if (parsed[name] === undefined && !parsedHere.has(name)) {
      writer.parse(name, text);
      if (name !== '') parsedHere.add(name);
    }
    writer.bind(name, values);
    if (shape === undefined) writer.describe();
    writer.execute();
  }
  return writer.sync();
}
