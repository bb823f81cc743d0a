import { type DefaultPlanModes, PlanModeSetting, type PlannedStatement } from './plan-mode.ts';
import type { EstimatedRows, RowEstimates } from './row-estimates.ts';
import { type SentRowScope, toRowScopeSetting } from './row-scope.ts';
import { SessionSetting, type SettingStatement } from './session-setting.ts';

/** Properties of the server that decide which settings are sent. `setsRowScope`: row-level security needs the scope. */
type ServerProperties = { setsRowScope: boolean; planModes: DefaultPlanModes };

/** Session settings of one connection that are sent before statements. */
export class ConnectionSettings {
  readonly #rowScope = new SessionSetting<SentRowScope>(toRowScopeSetting);
  readonly #planMode: PlanModeSetting;

  constructor(estimates: RowEstimates) {
    this.#planMode = new PlanModeSetting(estimates);
  }

  /** Returns the settings to send before the statement; empty when the session has the values already. */
  listUnset(
    statement: PlannedStatement,
    { setsRowScope, planModes }: ServerProperties,
  ): SettingStatement[] {
    const { sql, rowScope = 'none' } = statement;
    const settings = [
      this.#planMode.find(statement, planModes),
      setsRowScope ? this.#rowScope.find(sql, rowScope, 'none') : undefined,
    ];
    return settings.filter((setting) => setting !== undefined);
  }

  /** Returns the row estimates to refresh after the batch. */
  takeDueEstimates(): EstimatedRows[] {
    return this.#planMode.takeDueEstimates();
  }

  endBatch(): void {
    this.#rowScope.endBatch();
    this.#planMode.endBatch();
  }

  reset(): void {
    this.#rowScope.reset();
    this.#planMode.reset();
  }
}
