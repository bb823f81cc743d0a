import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { getGrantedTokens } from '../../domain/access/rate-limit.ts';
import type { BudgetStore } from './budget.ts';

export type SharedStoreParts = {
  limit: number;
  windowSeconds: number;
  /** Counts points in the table that all processes share. */
  addPoints: AddPoints;
  /** Called when the database did not respond. */
  onFault: (error: unknown) => void;
};

/** The points of the window under way, with those that were just added, and the milliseconds until it ends. */
type Counted = { points: number; msLeft: number };
export type AddPoints = (serviceId: number, points: number) => Promise<Counted>;

/** A table that all processes share; while the database is away each process counts alone, in memory. */
export function createSharedStore(parts: SharedStoreParts): BudgetStore {
  const { limit, windowSeconds } = parts;
  const memory = new RateLimiterMemory({ points: limit, duration: windowSeconds });
  const count: AddPoints = async (serviceId, points) => {
    try {
      return await inTime(parts.addPoints(serviceId, points));
    } catch (error) {
      parts.onFault(error);
      return await countInMemory(memory, serviceId, points);
    }
  };
  return {
    claim: async (serviceId, points) => {
      const counted = await count(serviceId, points);
      return {
        granted: getGrantedTokens(points, counted.points, limit),
        unclaimed: Math.max(0, limit - counted.points),
        msLeft: counted.msLeft,
      };
    },
  };
}

async function countInMemory(
  memory: RateLimiterMemory,
  serviceId: number,
  points: number,
): Promise<Counted> {
  const counted = await memory.consume(serviceId, points).catch(countOf);
  return { points: counted.consumedPoints, msLeft: counted.msBeforeNext };
}

/** The limiter rejects with its count where the points go over the limit. */
function countOf(rejection: unknown): RateLimiterRes {
  if (rejection instanceof RateLimiterRes) return rejection;
  throw rejection;
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
