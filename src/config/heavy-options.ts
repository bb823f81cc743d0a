import type { Environment } from './environment.ts';

/** Permits of large operations; docs/guide/limits.md states the sizes that need one. */
export type HeavyOptions = {
  /** Maximum number of permits of this process, and of one service in it. */
  max: number;
  perServiceMax: number;
  /** Maximum number of waiting requests of one service, and the maximum time that each waits. */
  waitingMax: number;
  waitMs: number;
};

/** Returns the options of large operations from the environment. */
export function toHeavyOptions(values: Environment): HeavyOptions {
  return {
    max: values.HEAVY_OPERATIONS_MAX,
    perServiceMax: values.HEAVY_OPERATIONS_PER_SERVICE_MAX,
    waitingMax: values.HEAVY_OPERATIONS_WAITING_MAX,
    waitMs: values.HEAVY_WAIT_MS,
  };
}
