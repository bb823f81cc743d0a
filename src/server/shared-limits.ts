import { getHeapStatistics } from 'node:v8';
import type { Config } from '../config/config.ts';
import type { HeavyOptions } from '../config/heavy-options.ts';
import { createFairSemaphore, type FairSemaphore } from '../scheduling/fair-semaphore.ts';
import { createMemoryBudget, type MemoryBudget } from '../scheduling/memory-budget.ts';

const MIB = 1024 * 1024;

/** Memory for large rows of one service: three lists with the longest roles. */
const ROWS_PER_SERVICE_MAX = 24 * MIB;
/** Share of the heap for rows of all requests. While rows are read and written, they exist several times. */
const ROWS_HEAP_SHARE = 1 / 8;

/** Memory for long bodies of one service: the parsed form of a body is many times as large. */
const BODIES_PER_SERVICE_MAX = 4 * MIB;
const BODIES_HEAP_SHARE = 1 / 16;

/** Limits of this process that all services share. */
export type SharedLimits = {
  /** Memory budget of rows, which requests hold until they are complete. */
  rowBudget: MemoryBudget;
  bodyBudget: MemoryBudget;
  permits: Permits;
};

/** Permits of operations and responses that exceed the limits of docs/guide/limits.md. */
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
    // The memory budget of their rows limits the number of waiting requests of a service.
    rest: createFairSemaphore({ ...options, waitingOfKeyMax: Number.POSITIVE_INFINITY }),
  };
}
