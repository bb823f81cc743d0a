import type { ClientBase } from 'pg';
import { setRowScope } from './row-scope.ts';
import type { SettingStatement } from './session-setting.ts';
import { type Answer, StatementBatch } from './statement-batch.ts';

/** Time after which an estimate is refreshed: ANALYZE may have run since. */
const REFRESH_MS = 60_000;
const KNOWN_MAX = 10_000;

/** Number of rows below which a scan of the service's rows for each row takes little time. */
const FEW = 200;

/** Rows of a service in a table. */
export type EstimatedRows = { serviceId: number; table: string };

type Estimate = { isCounted: boolean; askedAt: number };

/**
 * Knowledge whether PostgreSQL has statistics of a service's rows in a table, or the rows are few. Shared by all
 * connections of a pool and refreshed every minute.
 */
export class RowEstimates {
  readonly #estimates = new Map<string, Estimate>();

  /** Returns the last estimate; false before the first. */
  areCounted(rows: EstimatedRows): boolean {
    return this.#estimates.get(keyOf(rows))?.isCounted === true;
  }

  /** Returns true when the estimate must be refreshed, once a minute. */
  begin(rows: EstimatedRows): boolean {
    const now = performance.now();
    const estimate = this.#estimates.get(keyOf(rows));
    if (estimate !== undefined && now - estimate.askedAt < REFRESH_MS) return false;
    if (this.#estimates.size >= KNOWN_MAX) this.#estimates.clear();
    this.#estimates.set(keyOf(rows), { isCounted: estimate?.isCounted === true, askedAt: now });
    return true;
  }

  /** Refreshes estimates on a connection without a transaction. Failures are retried after a minute. */
  ask(client: ClientBase, due: readonly EstimatedRows[]): void {
    if (due.length === 0) return;
    const queries = due.flatMap((rows) => [
      setRowScope(rows.serviceId),
      ...buildEstimateQueries(rows),
    ]);
    const batched = queries.map(({ sql, parameters }) => ({
      statement: { name: '', text: sql, shape: undefined },
      values: parameters,
    }));
    const onDone = (_error: Error | null, answers: Answer[]) => {
      for (const [index, rows] of due.entries()) {
        const [, estimated, counted] = answers.slice(3 * index);
        if (estimated === undefined || counted === undefined) return;
        const isCounted = hasStatistics(estimated.rows, counted.rows);
        this.#estimates.set(keyOf(rows), { isCounted, askedAt: performance.now() });
      }
    };
    client.query(new StatementBatch(batched, onDone));
  }
}

/** Builds the queries for the rows that PostgreSQL expects and for whether there are more than a few. */
export function buildEstimateQueries({
  serviceId,
  table,
}: EstimatedRows): [SettingStatement, SettingStatement] {
  const rows = `select from ${table} where service_id = ${serviceId}`;
  return [
    { sql: `explain (format json) ${rows}`, parameters: [] },
    { sql: `select count(*) as count from (${rows} limit ${FEW}) few`, parameters: [] },
  ];
}

/**
 * Returns false when PostgreSQL expects at most 1 row and there are many. A plan in an unknown format counts as
 * statistics.
 */
export function hasStatistics(estimated: readonly unknown[], counted: readonly unknown[]): boolean {
  const [, expected] = /"Plan Rows":(\d+)/.exec(JSON.stringify(estimated)) ?? [];
  const [, actual] = /"count":(\d+)/.exec(JSON.stringify(counted)) ?? [];
  const expectsNone = Number(expected) <= 1;
  return !expectsNone || Number(actual) < FEW;
}

function keyOf({ serviceId, table }: EstimatedRows): string {
  return `${serviceId} ${table}`;
}
