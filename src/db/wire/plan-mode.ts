import type { RowScope } from '../../runtime/work-scope.ts';
import { type PlanHint, readPlanHint } from './plan-hint.ts';
import type { EstimatedRows, RowEstimates } from './row-estimates.ts';
import { SessionSetting, type SettingStatement } from './session-setting.ts';

/**
 * Value of `plan_cache_mode`. Generic plans are the default: a custom plan for a service that had no rows at the last
 * ANALYZE expects none, so that an index on the service alone looks as good as the one that finds the row. Statements
 * with a plan hint get custom plans.
 */
export type PlanMode = 'force_generic_plan' | 'force_custom_plan';

export const DEFAULT_PLAN_MODE: PlanMode = 'force_generic_plan';

const SET_PLAN_MODE = `select set_config('plan_cache_mode', $1, true)`;

export function setPlanMode(mode: PlanMode): SettingStatement {
  return { sql: SET_PLAN_MODE, parameters: [mode] };
}

/**
 * Returns the plan mode of a statement; `areCounted` is true when PostgreSQL has statistics of the service's rows in
 * the tables.
 */
export function choosePlanMode(
  hint: PlanHint | undefined,
  areCounted: (tables: readonly string[]) => boolean,
): PlanMode {
  const { tables = [] } = hint ?? {};
  return tables.length > 0 && areCounted(tables) ? 'force_custom_plan' : DEFAULT_PLAN_MODE;
}

export type PlannedStatement = {
  sql: string;
  parameters: readonly unknown[];
  rowsOf: RowScope | undefined;
};

/** Plan mode of one connection. */
export class PlanModeSetting {
  readonly #setting = new SessionSetting<PlanMode>(setPlanMode);
  readonly #estimates: RowEstimates;
  #due: EstimatedRows[] = [];

  constructor(estimates: RowEstimates) {
    this.#estimates = estimates;
  }

  /** Returns the setting to send before a statement; `isUsual` is true when generic plans are the server's default. */
  find(
    { sql, parameters, rowsOf }: PlannedStatement,
    isUsual: boolean,
  ): SettingStatement | undefined {
    // A text without parameters gets a plan of its own and may contain several statements.
    if (parameters.length === 0) {
      this.#setting.follow(sql);
      return undefined;
    }
    const hint = readPlanHint(sql);
    const mode = choosePlanMode(hint, (tables) => this.#areCounted(rowsOf, tables));
    return this.#setting.findFor(mode, isUsual ? DEFAULT_PLAN_MODE : undefined);
  }

  /**
   * Returns the row estimates to refresh after the batch; none within a transaction, which a failed query would end.
   */
  takeDue(): EstimatedRows[] {
    const due = this.#setting.isInTransaction ? [] : this.#due;
    this.#due = [];
    return due.filter((rows) => this.#estimates.begin(rows));
  }

  endBatch(): void {
    this.#setting.endBatch();
  }

  forget(): void {
    this.#setting.forget();
  }

  #areCounted(rowsOf: RowScope | undefined, tables: readonly string[]): boolean {
    if (typeof rowsOf !== 'number') return true;
    const estimates = tables.map((table) => ({ serviceId: rowsOf, table }));
    this.#due.push(...estimates);
    return estimates.every((rows) => this.#estimates.areCounted(rows));
  }
}
