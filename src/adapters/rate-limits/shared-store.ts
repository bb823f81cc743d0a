import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { getGrantedTokens } from '../../domain/access/rate-limit.ts';
import type { RateLimitStore } from './rate-limiter.ts';

export type SharedStoreParts = {
  limit: number;
  windowSeconds: number;
  /** Adds consumed tokens in the table that all processes share. */
  consumePoints: ConsumePoints;
  /** Called when the database did not respond within a second, or with an error. */
  onFault: (error: unknown) => void;
};

/**
 * Tokens consumed in the current window, including those just added, and the milliseconds until its end. They are named
 * `points` as in the table rate_limits.
 */
type ConsumedTokens = { points: number; msLeft: number };
export type ConsumePoints = (serviceId: number, points: number) => Promise<ConsumedTokens>;

/**
 * Creates a store in the table that all processes share. While the database is unavailable, each process counts in its
 * own memory.
 */
export function createSharedStore(parts: SharedStoreParts): RateLimitStore {
  const { limit, windowSeconds } = parts;
  const memory = new RateLimiterMemory({ points: limit, duration: windowSeconds });
  const count: ConsumePoints = async (serviceId, points) => {
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
        unreserved: Math.max(0, limit - counted.points),
        msLeft: counted.msLeft,
      };
    },
  };
}

async function countInMemory(
  memory: RateLimiterMemory,
  serviceId: number,
  points: number,
): Promise<ConsumedTokens> {
  const counted = await memory.consume(serviceId, points).catch(getRejectionCount);
  return { points: counted.consumedPoints, msLeft: counted.msBeforeNext };
}

/** Returns the count of an exceeded limit, which RateLimiterMemory reports by rejecting. Rethrows other errors. */
function getRejectionCount(rejection: unknown): RateLimiterRes {
  if (rejection instanceof RateLimiterRes) return rejection;
  throw rejection;
}

/** Maximum time that a reservation waits for the database, so that rate limiting does not block requests. */
const STORE_TIMEOUT_MS = 1_000;

async function withTimeout<T>(result: Promise<T>): Promise<T> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new Error('The rate limit table did not respond in time.'));
  }, STORE_TIMEOUT_MS);
  return await Promise.race([result, timeout]).finally(() => clearTimeout(timer));
}
