import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { getGrantedTokens } from '../../domain/access/rate-limit.ts';
import type { RateLimitStore } from './rate-limiter.ts';

export type SharedStoreParts = {
  limit: number;
  windowSeconds: number;
  /** Adds points to the count of the table that all processes share. */
  consumePoints: AddPoints;
  /** Called when the database failed or did not respond within a second. */
  onFault: (error: unknown) => void;
};

/** Points of the current window, including those that were just added, and the milliseconds until its end. */
type WindowCount = { points: number; msLeft: number };
export type AddPoints = (serviceId: number, points: number) => Promise<WindowCount>;

/**
 * Creates a store in the table that all processes share. While the database is unavailable, each process counts
 * separately in memory.
 */
export function createSharedStore(parts: SharedStoreParts): RateLimitStore {
  const { limit, windowSeconds } = parts;
  const memory = new RateLimiterMemory({ points: limit, duration: windowSeconds });
  const count: AddPoints = async (serviceId, points) => {
    try {
      return await withTimeout(parts.consumePoints(serviceId, points));
    } catch (error) {
      parts.onFault(error);
      return await countInMemory(memory, serviceId, points);
    }
  };
  return {
    reserve: async (serviceId, points) => {
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
): Promise<WindowCount> {
  const counted = await memory.consume(serviceId, points).catch(toCount);
  return { points: counted.consumedPoints, msLeft: counted.msBeforeNext };
}

/** Returns the count of a rejection, by which the library reports an exceeded limit. Rethrows errors. */
function toCount(rejection: unknown): RateLimiterRes {
  if (rejection instanceof RateLimiterRes) return rejection;
  throw rejection;
}

/** Maximum time that a reservation waits for the database, so that rate limiting does not block requests. */
const STORE_TIMEOUT_MS = 1_000;

async function withTimeout<T>(result: Promise<T>): Promise<T> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new Error('The budget table did not answer in time.'));
  }, STORE_TIMEOUT_MS);
  return await Promise.race([result, timeout]).finally(() => clearTimeout(timer));
}
