import type { CompiledQuery, DatabaseConnection, QueryResult as Result } from 'kysely';
import type { PoolClient } from 'pg';
import { watchStatement } from '../../runtime/instruments/watch-statement.ts';
import { currentRecord, currentRowsOf, type RowsOf } from '../../runtime/work-scope.ts';
import { isLasting, statementFault } from '../hosts/connection-fault.ts';
import { ConnectionTellings } from './connection-settings.ts';
import { NamedClient } from './named-client.ts';
import type { RowEstimates, RowsAsked } from './row-estimates.ts';
import { type Answer, type BatchedStatement, StatementBatch } from './statement-batch.ts';

type Waiting = {
  statement: Pick<CompiledQuery, 'sql' | 'parameters'>;
  rowsOf: RowsOf | undefined;
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
};

/** End of a batch: whether it has one statement only, and the statistics to query afterwards. */
type Ending = { isOne: boolean; due: readonly RowsAsked[] };

const CHANGES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/**
 * Connection that pipelines the statements of one tick, and deferred statements before them: one round trip for all.
 * The server runs them in order and each as if it were sent alone, so that a statement after one that waited for a row
 * lock sees the changes of the lock's owner.
 */
export class PipelinedConnection implements DatabaseConnection {
  readonly client: PoolClient;
  /** To be closed, not used again. */
  isBroken = false;
  /** True when the row-level-security context is sent. */
  tellsRows = true;
  /** The service whose turn it was given in; undefined where it needed none. */
  turnOf: number | undefined;
  readonly #waiting: Waiting[] = [];
  readonly #estimates: RowEstimates;
  readonly #tellings: ConnectionTellings;
  #isPuttingOff = false;
  #isDue = false;
  /** Reason why statements are rejected: a batch failed, which may have contained BEGIN. */
  #refusal: Error | undefined;
  /** True when the transaction is ending, so that no further statement runs in it. */
  #isEnding = false;

  constructor(client: PoolClient, estimates: RowEstimates) {
    this.client = client;
    this.#estimates = estimates;
    this.#tellings = new ConnectionTellings(estimates);
  }

  async executeQuery<R>(statement: CompiledQuery): Promise<Result<R>> {
    this.#refuseLate();
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const record = currentRecord();
    this.#waiting.push({ statement, rowsOf: currentRowsOf(), resolve, reject });
    if (record !== undefined) record.statements += 1;
    // A deferred statement is sent with the next one and is not awaited.
    const waiting = this.#isPuttingOff ? undefined : record;
    if (!this.#isPuttingOff) {
      watchStatement(statement.sql, record, promise);
      this.#sendSoon();
    }
    waiting?.open();
    try {
      return toResult(await promise);
    } catch (error) {
      // The parser's stack does not contain the caller.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw statementFault(error, this.client);
    } finally {
      waiting?.close();
    }
  }

  /**
   * Defers a statement to the next one, which fails with its error. Its rows are delivered before those of the next.
   */
  putOff<R>(statement: CompiledQuery<R>, take?: (rows: R[]) => void): void {
    this.#isPuttingOff = true;
    this.executeQuery<R>(statement).then(
      ({ rows }) => take?.(rows),
      () => undefined,
    );
    this.#isPuttingOff = false;
  }

  /**
   * Runs COMMIT or ROLLBACK, and rejects statements until it is done: a statement that was issued concurrently with a
   * failed one would otherwise run outside of the transaction.
   */
  async end<R>(statement: CompiledQuery): Promise<Result<R>> {
    const answer = this.executeQuery<R>(statement);
    this.#isEnding = true;
    const result = await answer;
    this.#refusal = undefined;
    this.#isEnding = false;
    return result;
  }

  /** Drops deferred statements that were not sent, before the connection is reused or rolled back. */
  forget(): void {
    this.#refusal = undefined;
    this.#isEnding = false;
    this.#tellings.forget();
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
    // An error takes its stack with it, so it is made where it is thrown only.
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
    const sent = waiting.flatMap((one) => [...this.#tellingsOf(one), one]);
    this.#tellings.endBatch();
    const due = this.#tellings.takeDue();
    const isText = sent.length === 1 && first.statement.parameters.length === 0;
    if (isText) this.#sendText(first);
    else this.#sendBatch(sent, { isOne: second === undefined, due });
  }

  /** Returns the settings to send before the statement. */
  #tellingsOf({ statement: { sql, parameters }, rowsOf }: Waiting): Waiting[] {
    const plansForAnybody = this.client instanceof NamedClient && this.client.plansForAnybody;
    const server = { tellsRows: this.tellsRows, plansForAnybody };
    return this.#tellings.find({ sql, parameters, rowsOf }, server).map(toBeTold);
  }

  /** Sends a text without values, which may contain several statements. */
  #sendText({ statement, resolve, reject }: Waiting): void {
    // Not pg's own promise: a chain of dead ones would keep what was read alive until the old heap is collected.
    this.client.query(statement.sql, (error: Error | null, result) => {
      if (error) reject(error);
      else resolve(result);
    });
  }

  #sendBatch(waiting: readonly Waiting[], { isOne, due }: Ending): void {
    const statements = waiting.map(({ statement }) => this.#toBatched(statement));
    const batch = new StatementBatch(statements, (error, answers) => {
      if (!isOne) this.#refusal ??= error ?? undefined;
      this.isBroken ||= isLasting(error);
      for (const [place, { resolve, reject }] of waiting.entries()) {
        const answer = answers[place];
        if (error !== null || answer === undefined) reject(error ?? new Error('No answer came.'));
        else resolve(answer);
      }
      if (error === null) this.#estimates.ask(this.client, due);
    });
    this.client.query(batch);
  }

  #toBatched({ sql, parameters }: Waiting['statement']): BatchedStatement {
    const isNamed = this.client instanceof NamedClient && parameters.length > 0;
    const named = isNamed ? this.client.statementOf(sql) : undefined;
    return {
      statement: named ?? { name: '', text: sql, shape: undefined },
      values: parameters,
    };
  }
}

/** Wraps a setting, whose result is not awaited. The statement after it reports a failure. */
function toBeTold(statement: Waiting['statement']): Waiting {
  return { statement, rowsOf: undefined, resolve: ignore, reject: ignore };
}

function ignore(): void {}

function toResult<R>(result: Answer): Result<R> {
  const { command, rowCount } = result;
  // pg gives no rows for these; the driver asks which of the two a COMMIT came to.
  if (command === 'COMMIT' || command === 'ROLLBACK') result.rows = [{ command }];
  // oxlint-disable-next-line typescript/no-unsafe-assignment -- What its rows are, the statement's builder knows.
  const rows: R[] = result.rows;
  return CHANGES.has(command) ? { numAffectedRows: BigInt(rowCount ?? 0), rows } : { rows };
}
