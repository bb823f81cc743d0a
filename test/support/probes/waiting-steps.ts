import * as fc from 'fast-check';
import { afterEach, beforeEach, vi } from 'vitest';

/** Number of random runs of a model of what waits. */
export const RUNS = { numRuns: 60 };
export const WAIT_MS = 1_000;

/** Parts of the steps: a service or other key, an index, a duration, and the passing of time. */
export const key = fc.integer({ min: 1, max: 3 });
export const index = fc.nat({ max: 20 });
const ms = fc.integer({ min: 1, max: 1_500 });
export const time = fc.record({ kind: fc.constant('time' as const), ms });

/** Replaces the timers of each test of the file by ones that the model moves on. */
export function useModelTime(): void {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());
}
