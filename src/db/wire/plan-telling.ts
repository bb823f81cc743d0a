import { frontOf } from './planned-anew.ts';
import { SettingTelling, type Telling } from './setting-telling.ts';

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

export function planModeOf(statement: string): PlanMode {
  return frontOf(statement) === 'planned anew' ? 'force_custom_plan' : USUAL_PLANS;
}

/** Of one connection: which plans its server was told to make. */
export class PlanTelling {
  readonly #telling = new SettingTelling<PlanMode>(tellPlans);

  /** What is to be sent before a statement; `isUsual` where the server makes the usual plans without being told. */
  find({ sql, parameters }: Planned, isUsual: boolean): Telling | undefined {
    // A text without values is planned as it stands, and may be several statements.
    if (parameters.length === 0) {
      this.#telling.follow(sql);
      return undefined;
    }
    return this.#telling.findFor(planModeOf(sql), isUsual ? USUAL_PLANS : undefined);
  }

  endBatch(): void {
    this.#telling.endBatch();
  }

  forget(): void {
    this.#telling.forget();
  }
}

type Planned = { sql: string; parameters: readonly unknown[] };
