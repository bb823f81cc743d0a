import type { ClientBase } from 'pg';
import { tellRows } from './row-scope.ts';
import type { Telling } from './session-setting.ts';
import { type Answer, StatementBatch } from './statement-batch.ts';

/** Time until statistics are queried again. */
const ASKED_AGAIN_MS = 60_000;
const KNOWN_MAX = 10_000;

/** Below that a walk through all that the service has, for each row of it, is soon done. */
const FEW = 200;

/** The rows that a service has in a table. */
export type RowsAsked = { serviceId: number; table: string };

type Estimate = { isCounted: boolean; askedAt: number };

/**
 * Cache of whether PostgreSQL has statistics of a service in a table, or the table is small, for all connections of a
 * pool and for one minute.
 */
export class RowEstimates {
  readonly #known = new Map<string, Estimate>();

  /** Returns the cached result, false at first. */
  areCounted(asked: RowsAsked): boolean {
    return this.#known.get(keyOf(asked))?.isCounted === true;
  }

  /** True when the statistics must be queried now. Other callers get false for one minute. */
  begin(asked: RowsAsked): boolean {
    const now = performance.now();
    const known = this.#known.get(keyOf(asked));
    if (known !== undefined && now - known.askedAt < ASKED_AGAIN_MS) return false;
    if (this.#known.size >= KNOWN_MAX) this.#known.clear();
    this.#known.set(keyOf(asked), { isCounted: known?.isCounted === true, askedAt: now });
    return true;
  }

  /**
   * Queries the statistics on a connection outside of a transaction. The result is not awaited, and a failure is
   * retried later.
   */
  ask(client: ClientBase, due: readonly RowsAsked[]): void {
    if (due.length === 0) return;
    const questions = due.flatMap((one) => [tellRows(one.serviceId), ...askingRows(one)]);
    const batched = questions.map(({ sql, parameters }) => ({
      statement: { name: '', text: sql, shape: undefined },
      values: parameters,
    }));
    const done = (_error: Error | null, answers: Answer[]) => {
      for (const [place, asked] of due.entries()) {
        const [, estimated, counted] = answers.slice(3 * place);
        if (estimated === undefined || counted === undefined) return;
        const isCounted = knowsRows(estimated.rows, counted.rows);
        this.#known.set(keyOf(asked), { isCounted, askedAt: performance.now() });
      }
    };
    client.query(new StatementBatch(batched, done));
  }
}

/** Asks how many rows of the service PostgreSQL expects, and whether it has more than few. */
export function askingRows({ serviceId, table }: RowsAsked): [Telling, Telling] {
  const rows = `select from ${table} where service_id = ${serviceId}`;
  return [
    { sql: `explain (format json) ${rows}`, parameters: [] },
    { sql: `select count(*) as count from (${rows} limit ${FEW}) few`, parameters: [] },
  ];
}

/**
 * True when the estimate is based on statistics: without them, PostgreSQL expects 1 row. A plan that cannot be read
 * counts as true.
 */
export function knowsRows(estimated: readonly unknown[], counted: readonly unknown[]): boolean {
  const [, expected] = /"Plan Rows":(\d+)/.exec(JSON.stringify(estimated)) ?? [];
  const [, found] = /"count":(\d+)/.exec(JSON.stringify(counted)) ?? [];
  const expectsNone = Number(expected) <= 1;
  return !expectsNone || Number(found) < FEW;
}

function keyOf({ serviceId, table }: RowsAsked): string {
  return `${serviceId} ${table}`;
}
