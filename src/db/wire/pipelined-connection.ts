import type { CompiledQuery, DatabaseConnection, QueryResult as Result } from 'kysely';
import type { PoolClient } from 'pg';
import { watchStatement } from '../../runtime/instruments/watch-statement.ts';
import { currentRowScope, currentWorkScope, type RowScope } from '../../runtime/work-scope.ts';
import { isConnectionUnusable, toStatementFault } from '../hosts/connection-fault.ts';
import { ConnectionSettings } from './connection-settings.ts';
import { NamedClient } from './named-client.ts';
import { UNSET_PLAN_MODES } from './plan-mode.ts';
import type { EstimatedRows, RowEstimates } from './row-estimates.ts';
import {
  StatementBatch,
  type StatementExecution,
  type StatementResult,
} from './statement-batch.ts';
import { toQueryResult } from './to-query-result.ts';

type QueuedStatement = {
  statement: Pick<CompiledQuery, 'sql' | 'parameters'>;
  rowScope: RowScope | undefined;
  resolve: (result: StatementResult) => void;
  reject: (error: Error) => void;
};

/** Batch to send. `isSingle`: it has one statement; `dueEstimates`: row estimates to refresh after it. */
type BatchOptions = { isSingle: boolean; dueEstimates: readonly EstimatedRows[] };

/**
 * Connection that pipelines the statements of one tick: they share a round trip, together with statements that were
 * deferred. The server runs them in order, each with a snapshot of its own: a statement that runs after a lock wait
 * sees what the lock's holder wrote.
 */
export class PipelinedConnection implements DatabaseConnection {
  readonly client: PoolClient;
  /** True when the connection must be closed instead of reused. */
  isBroken = false;
  /** True when row-level security needs the row scope of each statement. */
  setsRowScope = true;
  /** Service that holds the permit of the connection; undefined when it needs none. */
  permitServiceId: number | undefined;
  readonly #queue: QueuedStatement[] = [];
  readonly #estimates: RowEstimates;
  readonly #settings: ConnectionSettings;
  #isDeferring = false;
  #isSendScheduled = false;
  /** Error of a failed batch, which may have contained the BEGIN: further statements are rejected with it. */
  #batchError: Error | undefined;
  /** True once the transaction is ending, so that no further statement runs in it. */
  #isEnding = false;

  constructor(client: PoolClient, estimates: RowEstimates) {
    this.client = client;
    this.#estimates = estimates;
    this.#settings = new ConnectionSettings(estimates);
  }

  async executeQuery<R>(statement: CompiledQuery): Promise<Result<R>> {
    this.#requireOpen();
    const { promise, resolve, reject } = Promise.withResolvers<StatementResult>();
    const workScope = currentWorkScope();
    this.#queue.push({ statement, rowScope: currentRowScope(), resolve, reject });
    if (workScope !== undefined) workScope.statements += 1;
    // A deferred statement is sent with the next one.
    const waitingScope = this.#isDeferring ? undefined : workScope;
    if (!this.#isDeferring) {
      watchStatement(statement.sql, workScope, promise);
      this.#sendSoon();
    }
    waitingScope?.beginDatabaseWait();
    try {
      return toQueryResult(await promise);
    } catch (error) {
      // The stack of the protocol parser does not contain the caller.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw toStatementFault(error, this.client);
    } finally {
      waitingScope?.endDatabaseWait();
    }
  }

  /**
   * Defers a statement and sends it with the next one. When the deferred statement fails, the next one fails with the
   * same error. `onRows` receives the rows of the deferred statement before the next one has its result.
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
    const pending = this.executeQuery<R>(statement);
    this.#isEnding = true;
    const result = await pending;
    this.#batchError = undefined;
    this.#isEnding = false;
    return result;
  }

  /**
   * Resets the state of the transaction, before a rollback or the next use of the connection. Rejects deferred
   * statements that are not sent yet.
   */
  reset(): void {
    this.#batchError = undefined;
    this.#isEnding = false;
    this.#settings.reset();
    if (this.#queue.length === 0) return;
    const error = new Error('The transaction ended before the statement was sent.');
    for (const { reject } of this.#queue.splice(0)) reject(error);
  }

  // oxlint-disable-next-line require-yield -- No statement of the gateway reads through a cursor.
  async *streamQuery(): AsyncGenerator<never> {
    await Promise.reject(new Error('This connection reads no streams.'));
  }

  /** Throws when a batch failed or the transaction is ending. */
  #requireOpen(): void {
    if (this.#batchError !== undefined) throw this.#batchError;
    // Created only when thrown: an error captures its stack.
    if (this.#isEnding) throw new Error('The transaction ended before the statement came.');
  }

  #sendSoon(): void {
    if (this.#isSendScheduled) return;
    this.#isSendScheduled = true;
    queueMicrotask(() => {
      this.#isSendScheduled = false;
      this.#send(this.#queue.splice(0));
    });
  }

  #send(statements: readonly QueuedStatement[]): void {
    const [firstStatement, secondStatement] = statements;
    if (firstStatement === undefined) return;
    const queued = statements.flatMap((statement) => [...this.#listSettings(statement), statement]);
    this.#settings.endBatch();
    const dueEstimates = this.#settings.takeDueEstimates();
    const isSimpleQuery = queued.length === 1 && firstStatement.statement.parameters.length === 0;
    if (isSimpleQuery) this.#sendSimpleQuery(firstStatement);
    else this.#sendBatch(queued, { isSingle: secondStatement === undefined, dueEstimates });
  }

  /** Returns the settings to send before the statement. */
  #listSettings({ statement: { sql, parameters }, rowScope }: QueuedStatement): QueuedStatement[] {
    const { client } = this;
    const planModes = client instanceof NamedClient ? client.planModes : UNSET_PLAN_MODES;
    const server = { setsRowScope: this.setsRowScope, planModes };
    return this.#settings.listUnset({ sql, parameters, rowScope }, server).map(toQueuedSetting);
  }

  /** Sends a text without parameters, which may contain several statements, through pg's simple query protocol. */
  #sendSimpleQuery({ statement, resolve, reject }: QueuedStatement): void {
    // Not pg's own promise: its chain would keep the rows alive until the old generation is collected.
    this.client.query(statement.sql, (error: Error | null, result) => {
      if (error) reject(error);
      else resolve(result);
    });
  }

  #sendBatch(queued: readonly QueuedStatement[], { isSingle, dueEstimates }: BatchOptions): void {
    const executions = queued.map(({ statement }) => this.#toExecution(statement));
    const batch = new StatementBatch(executions, (error, results) => {
      if (!isSingle) this.#batchError ??= error ?? undefined;
      this.isBroken ||= isConnectionUnusable(error);
      for (const [index, { resolve, reject }] of queued.entries()) {
        const result = results[index];
        if (error !== null || result === undefined)
          reject(error ?? new Error('The server sent no result.'));
        else resolve(result);
      }
      if (error === null) this.#estimates.refresh(this.client, dueEstimates);
    });
    this.client.query(batch);
  }

  #toExecution({ sql, parameters }: QueuedStatement['statement']): StatementExecution {
    const isNamed = this.client instanceof NamedClient && parameters.length > 0;
    const prepared = isNamed ? this.client.findStatement(sql) : undefined;
    return {
      statement: prepared ?? { name: '', text: sql, shape: undefined },
      values: parameters,
    };
  }
}

/** Returns a setting to queue. Its result has no consumer: when it fails, the statement after it fails as well. */
function toQueuedSetting(statement: QueuedStatement['statement']): QueuedStatement {
  return { statement, rowScope: undefined, resolve: ignore, reject: ignore };
}

function ignore(): void {}
