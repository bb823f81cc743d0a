import type { CompiledQuery, DatabaseConnection, QueryResult as Result } from 'kysely';
import type { PoolClient } from 'pg';
import { watchStatement } from '../../runtime/instruments/watch-statement.ts';
import { currentRowScope, currentWorkScope, type RowScope } from '../../runtime/work-scope.ts';
import { isConnectionUnusable, toStatementFault } from '../hosts/connection-fault.ts';
import { ConnectionSettings } from './connection-settings.ts';
import { NamedClient } from './named-client.ts';
import type { EstimatedRows, RowEstimates } from './row-estimates.ts';
import { type Answer, type BatchedStatement, StatementBatch } from './statement-batch.ts';

type Waiting = {
  statement: Pick<CompiledQuery, 'sql' | 'parameters'>;
  rowsOf: RowScope | undefined;
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
};

/** Batch that was sent. `isOne`: it has one statement; `due`: row estimates to refresh after it. */
type SentBatch = { isOne: boolean; due: readonly EstimatedRows[] };

const CHANGES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/**
 * Connection that pipelines the statements of one tick: they share a round trip, together with statements that were
 * deferred. The server runs them in order and each by itself, so that a statement after a lock wait sees what the
 * lock's holder wrote.
 */
export class PipelinedConnection implements DatabaseConnection {
  readonly client: PoolClient;
  /** True when the connection must be closed instead of reused. */
  isBroken = false;
  /** True when row-level security needs the row scope of each statement. */
  setsRowScope = true;
  /** Service that holds the permit of the connection; undefined when it needs none. */
  permitServiceId: number | undefined;
  readonly #waiting: Waiting[] = [];
  readonly #estimates: RowEstimates;
  readonly #settings: ConnectionSettings;
  #isDeferring = false;
  #isDue = false;
  /** Error of a failed batch, which may have contained the BEGIN: no further statement runs. */
  #refusal: Error | undefined;
  /** True once the transaction is ending, so that no further statement runs in it. */
  #isEnding = false;

  constructor(client: PoolClient, estimates: RowEstimates) {
    this.client = client;
    this.#estimates = estimates;
    this.#settings = new ConnectionSettings(estimates);
  }

  async executeQuery<R>(statement: CompiledQuery): Promise<Result<R>> {
    this.#refuseLate();
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const record = currentWorkScope();
    this.#waiting.push({ statement, rowsOf: currentRowScope(), resolve, reject });
    if (record !== undefined) record.statements += 1;
    // A deferred statement is sent with the next one.
    const waiting = this.#isDeferring ? undefined : record;
    if (!this.#isDeferring) {
      watchStatement(statement.sql, record, promise);
      this.#sendSoon();
    }
    waiting?.beginDatabaseWait();
    try {
      return toResult(await promise);
    } catch (error) {
      // The stack of the protocol parser does not contain the caller.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw toStatementFault(error, this.client);
    } finally {
      waiting?.endDatabaseWait();
    }
  }

  /**
   * Defers a statement until the next one, which fails with its error if it fails. `onRows` receives its rows before
   * the next statement's result.
   */
  sendWithNext<R>(statement: CompiledQuery<R>, onRows?: (rows: R[]) => void): void {
    this.#isDeferring = true;
    this.executeQuery<R>(statement).then(
      ({ rows }) => onRows?.(rows),
      () => undefined,
    );
    this.#isDeferring = false;
  }

  /**
   * Runs the COMMIT or ROLLBACK and rejects statements until its result: a statement that ran concurrently with others
   * of the transaction, one of which failed, would otherwise run without a transaction.
   */
  async end<R>(statement: CompiledQuery): Promise<Result<R>> {
    const answer = this.executeQuery<R>(statement);
    this.#isEnding = true;
    const result = await answer;
    this.#refusal = undefined;
    this.#isEnding = false;
    return result;
  }

  /** Rejects deferred statements that are not sent yet, before a rollback or the next use of the connection. */
  forget(): void {
    this.#refusal = undefined;
    this.#isEnding = false;
    this.#settings.forget();
    if (this.#waiting.length === 0) return;
    const error = new Error('The transaction ended before the statement was sent.');
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }

  // oxlint-disable-next-line require-yield -- No statement of the gateway reads through a cursor.
  async *streamQuery(): AsyncGenerator<never> {
    await Promise.reject(new Error('This connection reads no streams.'));
  }

  #refuseLate(): void {
    if (this.#refusal !== undefined) throw this.#refusal;
    // Created only when thrown: an error captures its stack.
    if (this.#isEnding) throw new Error('The transaction ended before the statement came.');
  }

  #sendSoon(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    queueMicrotask(() => {
      this.#isDue = false;
      this.#send(this.#waiting.splice(0));
    });
  }

  #send(waiting: readonly Waiting[]): void {
    const [first, second] = waiting;
    if (first === undefined) return;
    const sent = waiting.flatMap((query) => [...this.#settingsOf(query), query]);
    this.#settings.endBatch();
    const due = this.#settings.takeDue();
    const isText = sent.length === 1 && first.statement.parameters.length === 0;
    if (isText) this.#sendText(first);
    else this.#sendBatch(sent, { isOne: second === undefined, due });
  }

  /** Returns the settings to send before the statement. */
  #settingsOf({ statement: { sql, parameters }, rowsOf }: Waiting): Waiting[] {
    const usesGenericPlans = this.client instanceof NamedClient && this.client.usesGenericPlans;
    const server = { setsRowScope: this.setsRowScope, usesGenericPlans };
    return this.#settings.find({ sql, parameters, rowsOf }, server).map(toWaiting);
  }

  /** Sends a text without parameters, which may contain several statements, through pg's simple query protocol. */
  #sendText({ statement, resolve, reject }: Waiting): void {
    // Not pg's own promise: its chain would keep the rows alive until the old generation is collected.
    this.client.query(statement.sql, (error: Error | null, result) => {
      if (error) reject(error);
      else resolve(result);
    });
  }

  #sendBatch(waiting: readonly Waiting[], { isOne, due }: SentBatch): void {
    const statements = waiting.map(({ statement }) => this.#toBatched(statement));
    const batch = new StatementBatch(statements, (error, answers) => {
      if (!isOne) this.#refusal ??= error ?? undefined;
      this.isBroken ||= isConnectionUnusable(error);
      for (const [index, { resolve, reject }] of waiting.entries()) {
        const answer = answers[index];
        if (error !== null || answer === undefined) reject(error ?? new Error('No answer came.'));
        else resolve(answer);
      }
      if (error === null) this.#estimates.ask(this.client, due);
    });
    this.client.query(batch);
  }

  #toBatched({ sql, parameters }: Waiting['statement']): BatchedStatement {
    const isNamed = this.client instanceof NamedClient && parameters.length > 0;
    const named = isNamed ? this.client.findStatement(sql) : undefined;
    return {
      statement: named ?? { name: '', text: sql, shape: undefined },
      values: parameters,
    };
  }
}

/** Queues a setting without a consumer of its result: the statement after it fails with its error. */
function toWaiting(statement: Waiting['statement']): Waiting {
  return { statement, rowsOf: undefined, resolve: ignore, reject: ignore };
}

function ignore(): void {}

function toResult<R>(result: Answer): Result<R> {
  const { command, rowCount } = result;
  // pg returns no rows for these; the driver checks which of the two a COMMIT resulted in.
  if (command === 'COMMIT' || command === 'ROLLBACK') result.rows = [{ command }];
  // oxlint-disable-next-line typescript/no-unsafe-assignment -- The statement's builder knows the type of its rows.
  const rows: R[] = result.rows;
  return CHANGES.has(command) ? { numAffectedRows: BigInt(rowCount ?? 0), rows } : { rows };
}
