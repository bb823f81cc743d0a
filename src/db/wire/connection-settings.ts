import { PlanModeSetting, type PlannedStatement } from './plan-mode.ts';
import type { EstimatedRows, RowEstimates } from './row-estimates.ts';
import { type SentRowScope, setRowScope } from './row-scope.ts';
import { SessionSetting, type SettingStatement } from './session-setting.ts';

/**
 * Properties of the server. Row-level security needs the row scope; with `usesGenericPlans`, generic plans are its
 * default already.
 */
type Server = { setsRowScope: boolean; usesGenericPlans: boolean };

/** Session settings of one connection that are sent before statements. */
export class ConnectionSettings {
  readonly #rows = new SessionSetting<SentRowScope>(setRowScope);
  readonly #plans: PlanModeSetting;

  constructor(estimates: RowEstimates) {
    this.#plans = new PlanModeSetting(estimates);
  }

  /** Returns the settings to send before the next statement. */
  find(
    statement: PlannedStatement,
    { setsRowScope, usesGenericPlans }: Server,
  ): SettingStatement[] {
    const { sql, rowsOf = 'none' } = statement;
    const settings = [
      this.#plans.find(statement, usesGenericPlans),
      setsRowScope ? this.#rows.find(sql, rowsOf, 'none') : undefined,
    ];
    return settings.filter((setting) => setting !== undefined);
  }

  /** Returns the row estimates to refresh after the batch. */
  takeDue(): EstimatedRows[] {
    return this.#plans.takeDue();
  }

  endBatch(): void {
    this.#rows.endBatch();
    this.#plans.endBatch();
  }

  forget(): void {
    this.#rows.forget();
    this.#plans.forget();
  }
}
