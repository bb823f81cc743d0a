import type { RowScope } from '../../runtime/work-scope.ts';
import { type PlanHint, readPlanHint } from './plan-hint.ts';
import type { EstimatedRows, RowEstimates } from './row-estimates.ts';
import { SessionSetting, type SettingStatement } from './session-setting.ts';

/**
 * Value of `plan_cache_mode`. Generic plans are the default: a custom plan for a service that had no rows at the last
 * ANALYZE expects none, and may then use an index on the service alone instead of the one that finds the row.
 * Statements with a plan hint get custom plans. On a Citus cluster the default is `auto`: its planner needs the values
 * of joins and subqueries.
 */
export type PlanMode = 'auto' | 'force_generic_plan' | 'force_custom_plan';

export const DEFAULT_PLAN_MODE: PlanMode = 'force_generic_plan';
export const CLUSTER_PLAN_MODE: PlanMode = 'auto';

/** Plan mode of statements without a hint, and that of the session: undefined when the gateway could not set it. */
export type DefaultPlanModes = { statement: PlanMode; session: PlanMode | undefined };

/**
 * Returns the plan modes of a detected server. A direct connection has a server process of its own, in which
 * the client has set the mode.
 */
export function toPlanModes(server: { isDirect: boolean; isCluster: boolean }): DefaultPlanModes {
  const statement = server.isCluster ? CLUSTER_PLAN_MODE : DEFAULT_PLAN_MODE;
  return { statement, session: server.isDirect ? statement : undefined };
}

/** Modes of a client that detects nothing. */
export const UNSET_PLAN_MODES = toPlanModes({ isDirect: false, isCluster: false });
/** Modes until a connection of the process has detected the server: nothing is set, so PostgreSQL's default applies. */
export const UNDETECTED_PLAN_MODES: DefaultPlanModes = { statement: 'auto', session: 'auto' };

const SET_PLAN_MODE = `select set_config('plan_cache_mode', $1, true)`;

export function toPlanModeSetting(mode: PlanMode): SettingStatement {
  return { sql: SET_PLAN_MODE, parameters: [mode] };
}

/**
 * Returns the plan mode of a statement; `haveStatistics` returns true when PostgreSQL has statistics of the service's
 * rows in the tables.
 */
export function choosePlanMode(
  hint: PlanHint | undefined,
  haveStatistics: (tables: readonly string[]) => boolean,
  defaultMode: PlanMode = DEFAULT_PLAN_MODE,
): PlanMode {
  const { tables = [] } = hint ?? {};
  return tables.length > 0 && haveStatistics(tables) ? 'force_custom_plan' : defaultMode;
}

export type PlannedStatement = {
  sql: string;
  parameters: readonly unknown[];
  rowScope: RowScope | undefined;
};

/** Plan mode of one connection. */
export class PlanModeSetting {
  readonly #setting = new SessionSetting<PlanMode>(toPlanModeSetting);
  readonly #estimates: RowEstimates;
  #due: EstimatedRows[] = [];

  constructor(estimates: RowEstimates) {
    this.#estimates = estimates;
  }

  /**
   * Returns the setting to send before a statement; undefined when the mode is set or the statement has no parameters.
   */
  find(
    { sql, parameters, rowScope }: PlannedStatement,
    defaults: DefaultPlanModes,
  ): SettingStatement | undefined {
    // A text without parameters is planned each time and may contain several statements.
    if (parameters.length === 0) {
      this.#setting.track(sql);
      return undefined;
    }
    const hint = readPlanHint(sql);
    const haveStatistics = (tables: readonly string[]): boolean =>
      this.#haveStatistics(rowScope, tables);
    const mode = choosePlanMode(hint, haveStatistics, defaults.statement);
    return this.#setting.findFor(mode, defaults.session);
  }

  /**
   * Returns the row estimates to refresh after the batch, each once a minute; none within a transaction, which a failed
   * query would abort.
   */
  takeDueEstimates(): EstimatedRows[] {
    const due = this.#setting.isInTransaction ? [] : this.#due;
    this.#due = [];
    return due.filter((rows) => this.#estimates.startRefresh(rows));
  }

  endBatch(): void {
    this.#setting.endBatch();
  }

  reset(): void {
    this.#setting.reset();
  }

  #haveStatistics(rowScope: RowScope | undefined, tables: readonly string[]): boolean {
    if (typeof rowScope !== 'number') return true;
    const estimates = tables.map((table) => ({ serviceId: rowScope, table }));
    this.#due.push(...estimates);
    return estimates.every((rows) => this.#estimates.hasStatistics(rows));
  }
}
