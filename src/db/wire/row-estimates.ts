import type { ClientBase } from 'pg';
import { toRowScopeSetting } from './row-scope.ts';
import type { SettingStatement } from './session-setting.ts';
import { StatementBatch, type StatementResult } from './statement-batch.ts';

/** Time after which an estimate is refreshed: ANALYZE may have run since. */
const REFRESH_MS = 60_000;
/** Number of estimates at which the cache is cleared. */
const ESTIMATES_MAX = 10_000;

/** Number of rows below which PostgreSQL needs no statistics: scanning all rows of the service for each row is fast. */
const FEW_ROWS = 200;

/** Rows of a service in a table. */
export type EstimatedRows = { serviceId: number; table: string };

type Estimate = { hasStatistics: boolean; refreshedAt: number };

/**
 * Cache of estimates whether PostgreSQL has statistics of a service's rows in a table, or needs none because the rows
 * are few. All connections of a pool share it; an estimate in use is refreshed once a minute.
 */
export class RowEstimates {
  readonly #estimates = new Map<string, Estimate>();

  /** Returns the last estimate; false before the first. */
  hasStatistics(rows: EstimatedRows): boolean {
    return this.#estimates.get(toKey(rows))?.hasStatistics === true;
  }

  /** Returns true when the caller must refresh the estimate now; then false for a minute. */
  startRefresh(rows: EstimatedRows): boolean {
    const now = performance.now();
    const estimate = this.#estimates.get(toKey(rows));
    if (estimate !== undefined && now - estimate.refreshedAt < REFRESH_MS) return false;
    if (this.#estimates.size >= ESTIMATES_MAX) this.#estimates.clear();
    this.#estimates.set(toKey(rows), {
      hasStatistics: estimate?.hasStatistics === true,
      refreshedAt: now,
    });
    return true;
  }

  /** Refreshes estimates on a connection without a transaction. Failures are retried after a minute. */
  refresh(client: ClientBase, due: readonly EstimatedRows[]): void {
    if (due.length === 0) return;
    const queries = due.flatMap((rows) => [
      toRowScopeSetting(rows.serviceId),
      ...buildEstimateQueries(rows),
    ]);
    const batched = queries.map(({ sql, parameters }) => ({
      statement: { name: '', text: sql, shape: undefined },
      values: parameters,
    }));
    const onDone = (_error: Error | null, results: StatementResult[]) => {
      for (const [index, rows] of due.entries()) {
        // Three results each: row scope, estimate and count.
        const [, estimated, counted] = results.slice(3 * index);
        if (estimated === undefined || counted === undefined) return;
        this.#estimates.set(toKey(rows), {
          hasStatistics: hasStatistics(estimated.rows, counted.rows),
          refreshedAt: performance.now(),
        });
      }
    };
    client.query(new StatementBatch(batched, onDone));
  }
}

/** Builds the query for the number of rows that PostgreSQL expects, and the one that counts at most FEW_ROWS rows. */
export function buildEstimateQueries({
  serviceId,
  table,
}: EstimatedRows): [SettingStatement, SettingStatement] {
  const rows = `select from ${table} where service_id = ${serviceId}`;
  return [
    { sql: `explain (format json) ${rows}`, parameters: [] },
    { sql: `select count(*) as count from (${rows} limit ${FEW_ROWS}) few`, parameters: [] },
  ];
}

/**
 * Returns false when PostgreSQL expects at most 1 row and there are FEW_ROWS or more. A plan in an unknown format
 * counts as statistics.
 */
export function hasStatistics(estimated: readonly unknown[], counted: readonly unknown[]): boolean {
  const [, expected] = /"Plan Rows":(\d+)/.exec(JSON.stringify(estimated)) ?? [];
  const [, actual] = /"count":(\d+)/.exec(JSON.stringify(counted)) ?? [];
  const expectsNone = Number(expected) <= 1;
  return !expectsNone || Number(actual) < FEW_ROWS;
}

function toKey({ serviceId, table }: EstimatedRows): string {
  return `${serviceId} ${table}`;
}
