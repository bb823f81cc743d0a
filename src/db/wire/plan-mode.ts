import type { RowsOf } from '../../runtime/work-scope.ts';
import { type Front, frontOf } from './plan-hint.ts';
import type { RowEstimates, RowsAsked } from './row-estimates.ts';
import { SettingTelling, type Telling } from './session-setting.ts';

/**
 * Which plans PostgreSQL makes. One for whatever values a statement comes with, once a connection: left to itself it makes
 * one for the values where that looks cheaper, and of a service that was not there when it last counted the rows of a table it
 * believes that it has none. Then an index on all that the service has looks as good as the one that finds the row, and is
 * walked again and again. And one for the values each time, where the statement asks for it.
 */
export type PlanMode = 'force_generic_plan' | 'force_custom_plan';

export const USUAL_PLANS: PlanMode = 'force_generic_plan';

const TELLING = `select set_config('plan_cache_mode', $1, true)`;

export function tellPlans(mode: PlanMode): Telling {
  return { sql: TELLING, parameters: [mode] };
}

/** `areCounted`: whether PostgreSQL knows of the rows that the service of the statement has in the tables that it is planned by. */
export function planModeOf(
  front: Front | undefined,
  areCounted: (tables: readonly string[]) => boolean,
): PlanMode {
  const { tables = [] } = front ?? {};
  return tables.length > 0 && areCounted(tables) ? 'force_custom_plan' : USUAL_PLANS;
}

export type Planned = { sql: string; parameters: readonly unknown[]; rowsOf: RowsOf | undefined };

/** Plan mode of one connection. */
export class PlanTelling {
  readonly #telling = new SettingTelling<PlanMode>(tellPlans);
  readonly #estimates: RowEstimates;
  #due: RowsAsked[] = [];

  constructor(estimates: RowEstimates) {
    this.#estimates = estimates;
  }

  /**
   * Returns the setting to send before a statement. `isUsual` is true when the server makes generic plans by default.
   */
  find({ sql, parameters, rowsOf }: Planned, isUsual: boolean): Telling | undefined {
    // A text without values is planned as it stands, and may be several statements.
    if (parameters.length === 0) {
      this.#telling.follow(sql);
      return undefined;
    }
    const front = frontOf(sql);
    const mode = planModeOf(front, (tables) => this.#areCounted(rowsOf, tables));
    return this.#telling.findFor(mode, isUsual ? USUAL_PLANS : undefined);
  }

  /**
   * Returns the tables to query statistics for once the statements are done. None within a transaction, which an error
   * would abort.
   */
  takeDue(): RowsAsked[] {
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

  #areCounted(rowsOf: RowsOf | undefined, tables: readonly string[]): boolean {
    if (typeof rowsOf !== 'number') return true;
    const estimates = tables.map((table) => ({ serviceId: rowsOf, table }));
    this.#due.push(...estimates);
    return estimates.every((one) => this.#estimates.areCounted(one));
  }
}
