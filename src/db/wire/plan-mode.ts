import type { RowScope } from '../../runtime/work-scope.ts';
import { type PlanHint, readPlanHint } from './plan-hint.ts';
import type { EstimatedRows, RowEstimates } from './row-estimates.ts';
import { SessionSetting, type SettingStatement } from './session-setting.ts';

/**
 * Which plans PostgreSQL makes. One for whatever values a statement comes with, once a connection: left to itself it makes
 * one for the values where that looks cheaper, and of a service that was not there when it last counted the rows of a table it
 * believes that it has none. Then an index on all that the service has looks as good as the one that finds the row, and is
 * walked again and again. And one for the values each time, where the statement asks for it.
 */
export type PlanMode = 'force_generic_plan' | 'force_custom_plan';

export const DEFAULT_PLAN_MODE: PlanMode = 'force_generic_plan';

const TELLING = `select set_config('plan_cache_mode', $1, true)`;

export function setPlanMode(mode: PlanMode): SettingStatement {
  return { sql: TELLING, parameters: [mode] };
}

/** `areCounted`: whether PostgreSQL knows of the rows that the service of the statement has in the tables that it is planned by. */
export function choosePlanMode(
  front: PlanHint | undefined,
  areCounted: (tables: readonly string[]) => boolean,
): PlanMode {
  const { tables = [] } = front ?? {};
  return tables.length > 0 && areCounted(tables) ? 'force_custom_plan' : DEFAULT_PLAN_MODE;
}

export type PlannedStatement = {
  sql: string;
  parameters: readonly unknown[];
  rowsOf: RowScope | undefined;
};

/** Of one connection: which plans its server was told to make. */
export class PlanModeSetting {
  readonly #telling = new SessionSetting<PlanMode>(setPlanMode);
  readonly #estimates: RowEstimates;
  #due: EstimatedRows[] = [];

  constructor(estimates: RowEstimates) {
    this.#estimates = estimates;
  }

  /** What is to be sent before a statement; `isUsual` where the server makes the usual plans without being told. */
  find(
    { sql, parameters, rowsOf }: PlannedStatement,
    isUsual: boolean,
  ): SettingStatement | undefined {
    // A text without values is planned as it stands, and may be several statements.
    if (parameters.length === 0) {
      this.#telling.follow(sql);
      return undefined;
    }
    const front = readPlanHint(sql);
    const mode = choosePlanMode(front, (tables) => this.#areCounted(rowsOf, tables));
    return this.#telling.findFor(mode, isUsual ? DEFAULT_PLAN_MODE : undefined);
  }

  /** About what PostgreSQL is to be asked once the statements are answered; nothing within a transaction, which it might end. */
  takeDue(): EstimatedRows[] {
    const due = this.#telling.isInTransaction ? [] : this.#due;
    this.#due = [];
    return due.filter((one) => this.#estimates.begin(one));
  }

  endBatch(): void {
    this.#telling.endBatch();
  }

  forget(): void {
    this.#telling.forget();
  }

  #areCounted(rowsOf: RowScope | undefined, tables: readonly string[]): boolean {
    if (typeof rowsOf !== 'number') return true;
    const estimates = tables.map((table) => ({ serviceId: rowsOf, table }));
    this.#due.push(...estimates);
    return estimates.every((one) => this.#estimates.areCounted(one));
  }
}
