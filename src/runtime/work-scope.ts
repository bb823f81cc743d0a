import { AsyncLocalStorage } from 'node:async_hooks';
import type { Trace } from './instruments/trace.ts';

type FaultLog = { error: (fields: object, message: string) => void };

/**
 * Record of a request or a job while it runs, for its log line. It contains only words of the gateway and counts, never
 * text of a caller.
 */
export class WorkRecord {
  /** Log of its errors. Undefined when the owner of the record logs them. */
  log: FaultLog | undefined;
  /** Trace of the work. Undefined when it is not traced. */
  trace: Trace | undefined;
  /** True for a request and for a batch that reads for a request; false for jobs, probes and background rounds. */
  isRequest = false;
  /** True for the warm-up, which is not measured, traced or counted. */
  isRehearsal = false;
  /** Name of the operation. */
  operation: string | undefined;
  /** True when the document was sent by its id, so that its operation names are known words. */
  isTrustedDocument = false;
  /** Outcomes of failures and rejections, without duplicates. Empty when there was none. */
  readonly outcomes: string[] = [];
  /** Id of the first log line of an error. */
  fault: string | undefined;
  /** Service whose database connections the work uses. 0 for shared work. */
  serviceId = 0;
  /** True for a probe of the database, which has a connection of its own. */
  isProbe = false;
  /** Events that a subscription has sent. */
  events = 0;
  /** SQL statements that it sent, or that were sent for it and others together. */
  statements = 0;
  #open = 0;
  #openedAt = 0;
  #waitedMs = 0;

  /** Records the operation once it is known. */
  operate(operation: string): void {
    this.operation = operation;
    this.trace?.operate(operation);
  }

  note(outcome: string): void {
    if (!this.outcomes.includes(outcome)) this.outcomes.push(outcome);
  }

  /** Records the start of a wait for the database, until `close`. */
  open(): void {
    if (this.#open === 0) this.#openedAt = performance.now();
    this.#open += 1;
  }

  close(): void {
    this.#open -= 1;
    if (this.#open === 0) this.#waitedMs += performance.now() - this.#openedAt;
  }

  /** Milliseconds in which it waited for the database, for one statement or for several at once. */
  get waitedMs(): number {
    return this.#waitedMs;
  }
}

/** Rows that statements may access: those of one service, or all rows of the tables that list services with work. */
export type RowsOf = number | 'all_services';

type UnderWay = {
  record: WorkRecord | undefined;
  /** Row access that was set within the work. Undefined for the rows of the record's service. */
  rowsOf: RowsOf | undefined;
};

const underWay = new AsyncLocalStorage<UnderWay>();

/** Returns the record of the current work, at any depth. Undefined when there is none. */
export function currentRecord(): WorkRecord | undefined {
  return underWay.getStore()?.record;
}

/** Runs work with a record. With undefined, the work has none, whichever request started it. */
export function recorded<T>(record: WorkRecord | undefined, work: () => T): T {
  return underWay.run({ record, rowsOf: undefined }, work);
}

/** Runs work whose statements read and write rows of that service only. */
export function withinService<T>(serviceId: number, work: () => T): T {
  return underWay.run({ record: currentRecord(), rowsOf: serviceId }, work);
}

/**
 * Does work of the gateway's own that reads which services have something to do: its statements see all services' rows of
 * the tables in WORK_TABLES, no rows of other tables, and write nothing.
 */
export function acrossServices<T>(work: () => T): T {
  return underWay.run({ record: currentRecord(), rowsOf: 'all_services' }, work);
}

/**
 * Returns the row access of the current work: the last one that was set, otherwise the service of the record. Undefined
 * without a service: then no rows are visible.
 */
export function currentRowsOf(): RowsOf | undefined {
  const { record, rowsOf } = underWay.getStore() ?? {};
  return rowsOf ?? record?.serviceId;
}
