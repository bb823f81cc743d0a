import { type Planned, PlanTelling } from './plan-mode.ts';
import type { RowEstimates, RowsAsked } from './row-estimates.ts';
import { type RowsTold, tellRows } from './row-scope.ts';
import { SettingTelling, type Telling } from './session-setting.ts';

/** How the server at the other end is: whether it is told whose rows statements see, and makes the usual plans without being told. */
type Server = { tellsRows: boolean; plansForAnybody: boolean };

/** Of one connection: what its server is told before statements. */
export class ConnectionTellings {
  readonly #rows = new SettingTelling<RowsTold>(tellRows);
  readonly #plans: PlanTelling;

  constructor(estimates: RowEstimates) {
    this.#plans = new PlanTelling(estimates);
  }

  /** What is to be sent before a statement, which is sent next. */
  find(statement: Planned, { tellsRows, plansForAnybody }: Server): Telling[] {
    const { sql, rowsOf = 'nobody' } = statement;
    const tellings = [
      this.#plans.find(statement, plansForAnybody),
      tellsRows ? this.#rows.find(sql, rowsOf, 'nobody') : undefined,
    ];
    return tellings.filter((one) => one !== undefined);
  }

  /** About what the server is to be asked once they are answered. */
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
