import type { Environment } from './environment.ts';

/** Permits of operations above the limits of docs/guide/limits.md. */
export type HeavyOptions = {
  /** Number of permits of this process, and of one service. */
  max: number;
  perServiceMax: number;
  /** Maximum number of waiting requests of one service, and their maximum wait. */
  waitingMax: number;
  waitMs: number;
};

/** Returns the options of heavy operations from the environment. */
export function toHeavyOptions(values: Environment): HeavyOptions {
  return {
    max: values.HEAVY_OPERATIONS_MAX,
    perServiceMax: values.HEAVY_OPERATIONS_PER_SERVICE_MAX,
    waitingMax: values.HEAVY_OPERATIONS_WAITING_MAX,
    waitMs: values.HEAVY_WAIT_MS,
  };
}
