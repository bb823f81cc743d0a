import type { ClientBase } from 'pg';
import { setRowScope } from './row-scope.ts';
import type { SettingStatement } from './session-setting.ts';
import { type Answer, StatementBatch } from './statement-batch.ts';

/** After so long PostgreSQL is asked again: it may have counted since. */
const ASKED_AGAIN_MS = 60_000;
const KNOWN_MAX = 10_000;

/** Below that a walk through all that the service has, for each row of it, is soon done. */
const FEW = 200;

/** The rows that a service has in a table. */
export type EstimatedRows = { serviceId: number; table: string };

type Estimate = { isCounted: boolean; askedAt: number };

/**
 * Whether PostgreSQL has counted the rows that a service has in a table, or there are few: for all connections of a pool, and for
 * a minute.
 */
export class RowEstimates {
  readonly #known = new Map<string, Estimate>();

  /** As far as is known, which at first is nothing. */
  areCounted(asked: EstimatedRows): boolean {
    return this.#known.get(keyOf(asked))?.isCounted === true;
  }

  /** Whether it is to be asked now; for a minute nobody else is told so. */
  begin(asked: EstimatedRows): boolean {
    const now = performance.now();
    const known = this.#known.get(keyOf(asked));
    if (known !== undefined && now - known.askedAt < ASKED_AGAIN_MS) return false;
    if (this.#known.size >= KNOWN_MAX) this.#known.clear();
    this.#known.set(keyOf(asked), { isCounted: known?.isCounted === true, askedAt: now });
    return true;
  }

  /** Asks on a connection that is in no transaction. Nobody waits for it, and what fails is asked again later. */
  ask(client: ClientBase, due: readonly EstimatedRows[]): void {
    if (due.length === 0) return;
    const questions = due.flatMap((one) => [
      setRowScope(one.serviceId),
      ...buildEstimateQueries(one),
    ]);
    const batched = questions.map(({ sql, parameters }) => ({
      statement: { name: '', text: sql, shape: undefined },
      values: parameters,
    }));
    const done = (_error: Error | null, answers: Answer[]) => {
      for (const [place, asked] of due.entries()) {
        const [, estimated, counted] = answers.slice(3 * place);
        if (estimated === undefined || counted === undefined) return;
        const isCounted = hasStatistics(estimated.rows, counted.rows);
        this.#known.set(keyOf(asked), { isCounted, askedAt: performance.now() });
      }
    };
    client.query(new StatementBatch(batched, done));
  }
}

/** Asks how many rows of the service PostgreSQL expects, and whether it has more than few. */
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

/** Where it knows of none it expects 1. An answer that cannot be read, as another planner's, says nothing against it. */
export function hasStatistics(estimated: readonly unknown[], counted: readonly unknown[]): boolean {
  const [, expected] = /"Plan Rows":(\d+)/.exec(JSON.stringify(estimated)) ?? [];
  const [, found] = /"count":(\d+)/.exec(JSON.stringify(counted)) ?? [];
  const expectsNone = Number(expected) <= 1;
  return !expectsNone || Number(found) < FEW;
}

function keyOf({ serviceId, table }: EstimatedRows): string {
  return `${serviceId} ${table}`;
}
