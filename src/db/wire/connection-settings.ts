import { PlanModeSetting, type PlannedStatement } from './plan-mode.ts';
import type { EstimatedRows, RowEstimates } from './row-estimates.ts';
import { type SentRowScope, setRowScope } from './row-scope.ts';
import { SessionSetting, type SettingStatement } from './session-setting.ts';

/** How the server at the other end is: whether it is told whose rows statements see, and makes the usual plans without being told. */
type Server = { tellsRows: boolean; plansForAnybody: boolean };

/** Of one connection: what its server is told before statements. */
export class ConnectionSettings {
  readonly #rows = new SessionSetting<SentRowScope>(setRowScope);
  readonly #plans: PlanModeSetting;

  constructor(estimates: RowEstimates) {
    this.#plans = new PlanModeSetting(estimates);
  }

  /** What is to be sent before a statement, which is sent next. */
  find(statement: PlannedStatement, { tellsRows, plansForAnybody }: Server): SettingStatement[] {
    const { sql, rowsOf = 'nobody' } = statement;
    const tellings = [
      this.#plans.find(statement, plansForAnybody),
      tellsRows ? this.#rows.find(sql, rowsOf, 'nobody') : undefined,
    ];
    return tellings.filter((one) => one !== undefined);
  }

  /** About what the server is to be asked once they are answered. */
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
