import { type Planned, PlanTelling } from './plan-mode.ts';
import type { RowEstimates, RowsAsked } from './row-estimates.ts';
import { type RowsTold, tellRows } from './row-scope.ts';
import { SettingTelling, type Telling } from './session-setting.ts';

/**
 * Properties of the server: whether it needs the row-level-security context, and whether it makes generic plans by
 * default.
 */
type Server = { tellsRows: boolean; plansForAnybody: boolean };

/** Session settings of one connection. */
export class ConnectionTellings {
  readonly #rows = new SettingTelling<RowsTold>(tellRows);
  readonly #plans: PlanTelling;

  constructor(estimates: RowEstimates) {
    this.#plans = new PlanTelling(estimates);
  }

  /** Returns the settings to send before the next statement. */
  find(statement: Planned, { tellsRows, plansForAnybody }: Server): Telling[] {
    const { sql, rowsOf = 'nobody' } = statement;
    const tellings = [
      this.#plans.find(statement, plansForAnybody),
      tellsRows ? this.#rows.find(sql, rowsOf, 'nobody') : undefined,
    ];
    return tellings.filter((one) => one !== undefined);
  }

  /** Returns the tables to query statistics for once the statements are done. */
  takeDue(): RowsAsked[] {
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
