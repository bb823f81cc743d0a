import type { Connection, FieldDef, QueryResult, Submittable } from 'pg';
import { MessageWriter } from './message-writer.ts';
import { RowShape } from './row-shape.ts';

declare module 'pg' {
  // What its types leave out.
  interface Connection {
    /** The texts of the statements that the server has parsed, by name. */
    readonly parsedStatements: Readonly<Record<string, string | undefined>>;
  }
}

/** A statement as the server knows it. */
export type ServerStatement = {
  /** '' for one that is parsed each time. */
  readonly name: string;
  readonly text: string;
  /** Row format. Undefined until the server has described it. */
  shape: RowShape | undefined;
};

export type BatchedStatement = { statement: ServerStatement; values: readonly unknown[] };

/** Result of a statement: its command, for example `INSERT`, the number of affected rows, and the returned rows. */
export type Answer = Pick<QueryResult, 'command' | 'rowCount' | 'rows'>;

type Done = (error: Error | null, answers: Answer[]) => void;

/**
 * Batch of statements that end with one Sync: the server runs them in order, and after a failure none of the others,
 * including COMMIT. For pg, a batch is one query whose messages pg's connection dispatches.
 */
export class StatementBatch implements Submittable {
  readonly #batched: readonly BatchedStatement[];
  readonly #done: Done;
  readonly #answers: Answer[] = [];
  #rows: unknown[] = [];
  #error: Error | null = null;

  /** `done` is called once, with the first error or all answers in order. */
  constructor(batched: readonly BatchedStatement[], done: Done) {
    this.#batched = batched;
    this.#done = done;
  }

  /** The statement that the server is at: pg notes by its name that it has been parsed. */
  get name(): string | undefined {
    return this.#current?.name;
  }

  get text(): string | undefined {
    return this.#current?.text;
  }

  get #current(): ServerStatement | undefined {
    return this.#batched[this.#answers.length]?.statement;
  }

  /** Sends all of them, or nothing where a value of one cannot be sent: then it returns why, which pg hands to handleError. */
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
    // One that has no columns is described by nothing.
    if (this.#current !== undefined) this.#current.shape ??= new RowShape([]);
    this.#answer(text);
  }

  handleEmptyQuery(): void {
    this.#answer('');
  }

  /** Fails a COPY to the server: it would read the following messages as its data. */
  handleCopyInResponse({ stream }: Connection): void {
    stream.destroy(new Error('A COPY to the server cannot be sent as one of several statements.'));
  }

  /** Ignores the data of a COPY from the server. */
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

/** Throws where a value cannot be sent. */
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
