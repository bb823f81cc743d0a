/**
 * Has PostgreSQL plan the statements behind it for whatever values they come with, until the batch or the transaction ends. For
 * a rehearsal: what is read of a service that cannot be costs next to nothing by the plan for its values. PostgreSQL keeps the
 * mean of such costs, and would plan hundreds of real requests each for its own values until the plan for any
 * had become the cheaper one.
 */
export const PLAN_FOR_ANYBODY: { sql: string; parameters: readonly string[] } = {
  sql: `select set_config('plan_cache_mode', $1, true)`,
  parameters: ['force_generic_plan'],
};
