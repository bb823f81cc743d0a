import type { CompiledQuery, DatabaseConnection, QueryResult as Result } from 'kysely';
import type { PoolClient } from 'pg';
import { watchStatement } from '../../runtime/instruments/watch-statement.ts';
import { currentRowScope, currentWorkScope, type RowScope } from '../../runtime/work-scope.ts';
import { isLasting, toStatementFault } from '../hosts/connection-fault.ts';
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

/** Whether nobody asked for more in the batch, and what is to be asked behind it. */
type Ending = { isOne: boolean; due: readonly EstimatedRows[] };

const CHANGES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/**
 * A connection that sends together what it is asked in one tick, and before it what was put off: one round trip for
 * all of them. The server runs them in order and each as if it had come alone, so that one that waited for
 * a row is followed by one that sees what the row's holder did.
 */
export class PipelinedConnection implements DatabaseConnection {
  readonly client: PoolClient;
  /** To be closed, not used again. */
  isBroken = false;
  /** Whether the server is told whose rows statements may see. */
  setsRowScope = true;
  /** The service whose turn it was given in; undefined where it needed none. */
  permitServiceId: number | undefined;
  readonly #waiting: Waiting[] = [];
  readonly #estimates: RowEstimates;
  readonly #tellings: ConnectionSettings;
  #isPuttingOff = false;
  #isDue = false;
  /** Why nothing runs: a batch failed, which may have held the BEGIN. */
  #refusal: Error | undefined;
  /** Whether the transaction is about to end, and nothing else runs in it. */
  #isEnding = false;

  constructor(client: PoolClient, estimates: RowEstimates) {
    this.client = client;
    this.#estimates = estimates;
    this.#tellings = new ConnectionSettings(estimates);
  }

  async executeQuery<R>(statement: CompiledQuery): Promise<Result<R>> {
    this.#refuseLate();
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const record = currentWorkScope();
    this.#waiting.push({ statement, rowsOf: currentRowScope(), resolve, reject });
    if (record !== undefined) record.statements += 1;
    // Nobody waits for what is put off: it goes out with the next one.
    const waiting = this.#isPuttingOff ? undefined : record;
    if (!this.#isPuttingOff) {
      watchStatement(statement.sql, record, promise);
      this.#sendSoon();
    }
    waiting?.beginDatabaseWait();
    try {
      return toResult(await promise);
    } catch (error) {
      // The parser's own stack says nothing of who asked.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw toStatementFault(error, this.client);
    } finally {
      waiting?.endDatabaseWait();
    }
  }

  /**
   * Has a statement sent with the next one, which fails with its error where it fails. Its rows are told before the next
   * one's are.
   */
  sendWithNext<R>(statement: CompiledQuery<R>, take?: (rows: R[]) => void): void {
    this.#isPuttingOff = true;
    this.executeQuery<R>(statement).then(
      ({ rows }) => take?.(rows),
      () => undefined,
    );
    this.#isPuttingOff = false;
  }

  /**
   * Runs the COMMIT or ROLLBACK, and refuses what comes before its answer: a statement that was asked for beside others of
   * the transaction, one of which failed, gets its turn only now, and would run without a transaction.
   */
  async end<R>(statement: CompiledQuery): Promise<Result<R>> {
    const answer = this.executeQuery<R>(statement);
    this.#isEnding = true;
    const result = await answer;
    this.#refusal = undefined;
    this.#isEnding = false;
    return result;
  }

  /** Drops what was put off and is not sent yet, for whoever comes next or rolls back. */
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

  /** What the server has to be told before the statement. */
  #tellingsOf({ statement: { sql, parameters }, rowsOf }: Waiting): Waiting[] {
    const plansForAnybody = this.client instanceof NamedClient && this.client.usesGenericPlans;
    const server = { tellsRows: this.setsRowScope, plansForAnybody };
    return this.#tellings.find({ sql, parameters, rowsOf }, server).map(toBeTold);
  }

  /** As pg sends a text without values, which may be several statements. */
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

/** Of what is told nobody waits for an answer; what fails with it says why. */
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
