import { AsyncLocalStorage } from 'node:async_hooks';
import type { Trace } from './instruments/trace.ts';

type FaultLog = { error: (fields: object, message: string) => void };

/**
 * What is noted of a request or a job while it is under way, for its line in the log. Only words of the gateway's own
 * and counts: never what a caller wrote.
 */
export class WorkScope {
  /** Where its faults are told; undefined where whoever keeps the record tells them. */
  log: FaultLog | undefined;
  /** Where it is traced; undefined where it is not. */
  trace: Trace | undefined;
  /** True for a request and for a batch that reads for a request; false for jobs, probes and background rounds. */
  isRequest = false;
  /** Whether nobody has asked for it, as in the warm-up: then it is not measured, traced or counted. */
  isWarmUp = false;
  /** What was asked for. */
  operation: string | undefined;
  /** Whether the document came by an id that the service gave it, so that its operations' names are known words. */
  isTrustedDocument = false;
  /** What failed or was refused, each once; empty where nothing was. */
  readonly outcomes: string[] = [];
  /** The id of the first line in the log that tells of a fault in it. */
  fault: string | undefined;
  /** Whose connections to the database it takes; 0 for what belongs to no service by itself. */
  serviceId = 0;
  /** Whether it asks how the database is, for which a connection is kept. */
  isProbe = false;
  /** Events that a subscription has sent. */
  events = 0;
  /** SQL statements that it sent, or that were sent for it and others together. */
  statements = 0;
  #open = 0;
  #openedAt = 0;
  #waitedMs = 0;

  /** Says what is asked for, as soon as that is known. */
  setOperation(operation: string): void {
    this.operation = operation;
    this.trace?.operate(operation);
  }

  noteOutcome(outcome: string): void {
    if (!this.outcomes.includes(outcome)) this.outcomes.push(outcome);
  }

  /** Something is asked of the database, and waited for until `close`. */
  beginDatabaseWait(): void {
    if (this.#open === 0) this.#openedAt = performance.now();
    this.#open += 1;
  }

  endDatabaseWait(): void {
    this.#open -= 1;
    if (this.#open === 0) this.#waitedMs += performance.now() - this.#openedAt;
  }

  /** Milliseconds in which it waited for the database, for one statement or for several at once. */
  get databaseWaitMs(): number {
    return this.#waitedMs;
  }
}

/** Whose rows statements may see: those of one service, or of the tables that tell which services have work, all. */
export type RowScope = number | 'all_services';

type ActiveScope = {
  record: WorkScope | undefined;
  /** As it was said within it; undefined: those of the service that the record is of. */
  rowsOf: RowScope | undefined;
};

const workScopes = new AsyncLocalStorage<ActiveScope>();

/** The record of what is under way, however deep in it; undefined where nobody keeps one. */
export function currentWorkScope(): WorkScope | undefined {
  return workScopes.getStore()?.record;
}

/** Does work of which the record is kept; with undefined, work that is nobody's own, whoever happened to begin it. */
export function runInWorkScope<T>(record: WorkScope | undefined, work: () => T): T {
  return workScopes.run({ record, rowsOf: undefined }, work);
}

/** Does work whose statements see and write rows of that service only, whatever they ask for. */
export function withinService<T>(serviceId: number, work: () => T): T {
  return workScopes.run({ record: currentWorkScope(), rowsOf: serviceId }, work);
}

/**
 * Does work of the gateway's own that reads which services have something to do: its statements see all services' rows of
 * the tables in WORK_TABLES, no rows of other tables, and write nothing.
 */
export function acrossServices<T>(work: () => T): T {
  return workScopes.run({ record: currentWorkScope(), rowsOf: 'all_services' }, work);
}

/** What was said last, or else the service of whose request or job it is; undefined where it is nobody's: then no rows are seen. */
export function currentRowScope(): RowScope | undefined {
  const { record, rowsOf } = workScopes.getStore() ?? {};
  return rowsOf ?? record?.serviceId;
}
