import { AsyncLocalStorage } from 'node:async_hooks';
import type { Trace } from './instruments/trace.ts';

type FaultLog = { error: (fields: object, message: string) => void };

/**
 * State of one request or job, from which its log line is written. It contains no text of a caller.
 */
export class WorkScope {
  /** Log for internal errors; undefined when the creator of the scope logs them. */
  log: FaultLog | undefined;
  /** Trace of the work; undefined when it is not traced. */
  trace: Trace | undefined;
  /** True for requests and the batches that read for them; false for jobs, probes and background work. */
  isRequest = false;
  /** True for the warm-up, which is not measured, traced or counted. */
  isWarmUp = false;
  /** Operation, for example `query business`. */
  operation: string | undefined;
  /** True for a trusted document, so that the names of its operations may be logged. */
  isTrustedDocument = false;
  /** Distinct failures and refusals; empty when there were none. */
  readonly outcomes: string[] = [];
  /** Id of the log line of the first internal error; undefined when there was none. */
  fault: string | undefined;
  /**
   * Service of the work: its quota of database connections applies and, by default, its rows are visible; 0 for work of
   * several services.
   */
  serviceId = 0;
  /** True for a probe of the database, which has a reserved connection. */
  isProbe = false;
  /** Events that a subscription has sent. */
  events = 0;
  /** SQL statements sent for the work, including batches that it shares with other requests. */
  statements = 0;
  #openWaits = 0;
  #waitStartedAt = 0;
  #waitedMs = 0;

  /** Sets the operation as soon as it is known. */
  setOperation(operation: string): void {
    this.operation = operation;
    this.trace?.operate(operation);
  }

  noteOutcome(outcome: string): void {
    if (!this.outcomes.includes(outcome)) this.outcomes.push(outcome);
  }

  /** Starts a wait for the database, until `endDatabaseWait`. */
  beginDatabaseWait(): void {
    if (this.#openWaits === 0) this.#waitStartedAt = performance.now();
    this.#openWaits += 1;
  }

  endDatabaseWait(): void {
    this.#openWaits -= 1;
    if (this.#openWaits === 0) this.#waitedMs += performance.now() - this.#waitStartedAt;
  }

  /** Milliseconds of waiting for the database; overlapping waits count once. */
  get databaseWaitMs(): number {
    return this.#waitedMs;
  }
}

/** Rows that statements may see: those of one service, or all rows of the tables that list pending work. */
export type RowScope = number | 'all_services';

type ActiveScope = {
  workScope: WorkScope | undefined;
  /** Explicit row scope. Undefined when the scope is the service of the work. */
  rowScope: RowScope | undefined;
};

const workScopes = new AsyncLocalStorage<ActiveScope>();

/** Returns the scope of the running work, or undefined outside of requests and jobs. */
export function currentWorkScope(): WorkScope | undefined {
  return workScopes.getStore()?.workScope;
}

/** Runs work in a scope; undefined detaches it from the request or job that started it. */
export function runInWorkScope<T>(workScope: WorkScope | undefined, work: () => T): T {
  return workScopes.run({ workScope, rowScope: undefined }, work);
}

/** Runs work whose statements see and write the rows of one service only, whatever their conditions. */
export function withinService<T>(serviceId: number, work: () => T): T {
  return workScopes.run({ workScope: currentWorkScope(), rowScope: serviceId }, work);
}

/**
 * Runs work that finds services with pending work: its statements see the rows of all services in WORK_TABLES, no rows
 * of other tables, and write nothing.
 */
export function acrossServices<T>(work: () => T): T {
  return workScopes.run({ workScope: currentWorkScope(), rowScope: 'all_services' }, work);
}

/**
 * Returns the innermost explicit row scope, otherwise the service of the work. Undefined outside of requests and jobs,
 * where no rows are visible.
 */
export function currentRowScope(): RowScope | undefined {
  const { workScope, rowScope } = workScopes.getStore() ?? {};
  return rowScope ?? workScope?.serviceId;
}
