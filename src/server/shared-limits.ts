import { getHeapStatistics } from 'node:v8';
import type { Config } from '../config/config.ts';
import type { HeavyOptions } from '../config/heavy-options.ts';
import { createFairSemaphore, type FairSemaphore } from '../scheduling/fair-semaphore.ts';
import { createMemoryBudget, type MemoryBudget } from '../scheduling/memory-budget.ts';

const MIB = 1024 * 1024;

/** Memory for large rows of one service: enough for three lists with the longest roles. */
const ROWS_PER_SERVICE_MAX = 24 * MIB;
/** Fraction of the heap for rows of all requests. It is small because rows exist several times while they are read. */
const ROWS_HEAP_FRACTION = 1 / 8;

/** Memory for long bodies of one service. Parsed bodies are many times as large. */
const BODIES_PER_SERVICE_MAX = 4 * MIB;
/** Fraction of the heap for long bodies of all requests. */
const BODIES_HEAP_FRACTION = 1 / 16;

/** Limits of this process that all services share. */
export type SharedLimits = {
  /** Memory budget of large rows; requests hold their reservations until the response is complete. */
  rowBudget: MemoryBudget;
  bodyBudget: MemoryBudget;
  permits: Permits;
};

/** Semaphores of large operations and responses; docs/guide/limits.md states the sizes that need a permit. */
export type Permits = { graph: FairSemaphore; rest: FairSemaphore };

export function createSharedLimits({ heavy }: Pick<Config, 'heavy'>): SharedLimits {
  const { waitMs } = heavy;
  const heapBytes = getHeapStatistics().heap_size_limit;
  return {
    rowBudget: createMemoryBudget({
      bytesPerServiceMax: ROWS_PER_SERVICE_MAX,
      bytesMax: Math.max(heapBytes * ROWS_HEAP_FRACTION, ROWS_PER_SERVICE_MAX),
      waitMs,
      refusal: 'Too many large rows are held already: try again later.',
    }),
    bodyBudget: createMemoryBudget({
      bytesPerServiceMax: BODIES_PER_SERVICE_MAX,
      bytesMax: Math.max(heapBytes * BODIES_HEAP_FRACTION, BODIES_PER_SERVICE_MAX),
      waitMs,
      refusal: 'Too many long bodies are under way already: try again later.',
    }),
    permits: createPermits(heavy),
  };
}

function createPermits({ max, perServiceMax, waitingMax, waitMs }: HeavyOptions): Permits {
  const options = { permitsMax: max, permitsPerKeyMax: perServiceMax, waitMs };
  return {
    graph: createFairSemaphore({ ...options, waitingPerKeyMax: waitingMax }),
    // The memory budget of their rows limits the number of waiting requests of a service.
    rest: createFairSemaphore({ ...options, waitingPerKeyMax: Number.POSITIVE_INFINITY }),
  };
}
