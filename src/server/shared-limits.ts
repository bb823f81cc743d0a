import { getHeapStatistics } from 'node:v8';
import type { Config, HeavyOptions } from '../config/config.ts';
import { createFairSemaphore, type FairSemaphore } from '../scheduling/fair-semaphore.ts';
import { createMemoryBudget, type MemoryBudget } from '../scheduling/memory-budget.ts';

const MIB = 1024 * 1024;

/** Large rows that one service may hold: three lists of the longest roles. */
const ROWS_PER_SERVICE_MAX = 24 * MIB;
/** Share of the heap for rows of all requests. While rows are read and written, they exist several times. */
const ROWS_HEAP_SHARE = 1 / 8;

/** Long bodies that one service may have sent: what is made of one to check it is many times as large. */
const BODIES_PER_SERVICE_MAX = 4 * MIB;
const BODIES_HEAP_SHARE = 1 / 16;

/** What the services share of this process. */
export type SharedLimits = {
  /** For what their requests hold in memory until they are answered. */
  rowBudget: MemoryBudget;
  bodyBudget: MemoryBudget;
  permits: Permits;
};

/** Permits of operations and responses that exceed the limits of docs/operate/limits.md. */
export type Permits = { graph: FairSemaphore; rest: FairSemaphore };

export function createSharedLimits({ heavy }: Pick<Config, 'heavy'>): SharedLimits {
  const { waitMs } = heavy;
  const heapBytes = getHeapStatistics().heap_size_limit;
  return {
    rowBudget: createMemoryBudget({
      bytesPerServiceMax: ROWS_PER_SERVICE_MAX,
      bytesMax: Math.max(heapBytes * ROWS_HEAP_SHARE, ROWS_PER_SERVICE_MAX),
      waitMs,
      refusal: 'Too many large rows are held already: try again later.',
    }),
    bodyBudget: createMemoryBudget({
      bytesPerServiceMax: BODIES_PER_SERVICE_MAX,
      bytesMax: Math.max(heapBytes * BODIES_HEAP_SHARE, BODIES_PER_SERVICE_MAX),
      waitMs,
      refusal: 'Too many long bodies are under way already: try again later.',
    }),
    permits: openPermits(heavy),
  };
}

function openPermits({ max, perServiceMax, waitingMax, waitMs }: HeavyOptions): Permits {
  const options = { permitsMax: max, permitsOfKeyMax: perServiceMax, waitMs };
  return {
    graph: createFairSemaphore({ ...options, waitingOfKeyMax: waitingMax }),
    // The memory budget of their rows bounds how many of a service wait.
    rest: createFairSemaphore({ ...options, waitingOfKeyMax: Number.POSITIVE_INFINITY }),
  };
}
