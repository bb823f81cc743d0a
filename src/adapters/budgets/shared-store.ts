import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { grantedOf } from '../../domain/budget.ts';
import type { BudgetStore } from './budget.ts';

export type SharedStoreParts = {
  limit: number;
  windowSeconds: number;
  /** Counts points in the table that all processes share. */
  addPoints: AddPoints;
  /** Is told when the database did not answer. */
  onFault: (error: unknown) => void;
};
export type AddPoints = (
  serviceId: number,
  points: number,
) => Promise<{ points: number; msLeft: number }>;

/** A table that all processes share; while the database is away each process counts alone, in memory. */
export function createSharedStore(parts: SharedStoreParts): BudgetStore {
  const { limit, windowSeconds } = parts;
  const rules = { points: limit, duration: windowSeconds, keyPrefix: '' };
  const limiter = new TableLimiter(rules, async (serviceId, points) => {
    try {
      return await inTime(parts.addPoints(serviceId, points));
    } catch (error) {
      parts.onFault(error);
      throw error;
    }
  });
  return {
    claim: async (serviceId, points) => {
      const counted = await limiter.consume(serviceId, points).catch(asCounted);
      return {
        granted: grantedOf(points, counted.consumedPoints, limit),
        unclaimed: Math.max(0, limit - counted.consumedPoints),
        resetAtMs: Date.now() + counted.msBeforeNext,
      };
    },
  };
}

/** rate-limiter-flexible on a table of ours, whose key begins with the service. */
class TableLimiter extends RateLimiterPostgres {
  readonly #addPoints: AddPoints;

  constructor(
    rules: { points: number; duration: number; keyPrefix: string },
    addPoints: AddPoints,
  ) {
    super({
      ...rules,
      // Neither is used: the one statement that the package would send to them is written below.
      storeClient: {},
      storeType: 'client',
      tableCreated: true,
      clearExpiredByTimeout: false,
      insuranceLimiter: new RateLimiterMemory(rules),
    });
    this.#addPoints = addPoints;
  }

  /** The package's name for its only access to a store, which it asks for rows of points and their end. */
  async _upsert(key: string, points: number): Promise<{ rows: object[] }> {
    const counted = await this.#addPoints(Number(key), points);
    return { rows: [{ points: counted.points, expire: Date.now() + counted.msLeft }] };
  }
}

/** A claim waits no longer than this for the database: no request shall hang on its own accounting. */
const STORE_TIMEOUT_MS = 1_000;

async function inTime<T>(answer: Promise<T>): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new Error('The budget table did not answer in time.'));
  }, STORE_TIMEOUT_MS);
  return await Promise.race([answer, tooLate]).finally(() => clearTimeout(timer));
}

/** The limiter rejects with its count where a claim goes over the limit. */
function asCounted(rejection: unknown): RateLimiterRes {
  if (rejection instanceof RateLimiterRes) return rejection;
  throw rejection;
}
