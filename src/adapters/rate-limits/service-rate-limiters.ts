import type { RateLimitOptions } from '../../config/config.ts';
import { createRateLimiter, type RateLimiter } from './rate-limiter.ts';
import { type ConsumePoints, createSharedStore } from './shared-store.ts';

/**
 * Rate limiters of services: `cost` of GraphQL operations, number of v4 `requests`, number of issued access `tokens`.
 * Each is undefined when it is not configured.
 */
export type ServiceRateLimiters = {
  cost: RateLimiter | undefined;
  requests: RateLimiter | undefined;
  tokens: RateLimiter | undefined;
};

export type ServiceRateLimitersParts = {
  consumePoints: (usage: {
    serviceId: number;
    budget: string;
    points: number;
    windowSeconds: number;
  }) => ReturnType<ConsumePoints>;
  onFault: (error: unknown) => void;
};

/** Creates the rate limiters. A limit of 0 is not configured. */
export function createServiceRateLimiters(
  options: RateLimitOptions,
  parts: ServiceRateLimitersParts,
): ServiceRateLimiters {
  const { windowSeconds } = options;
  const create = (name: string, limit: number): RateLimiter | undefined => {
    if (limit === 0) return undefined;
    const rules = { limit, windowSeconds };
    const consumePoints: ConsumePoints = async (serviceId, points) =>
      await parts.consumePoints({ serviceId, budget: name, points, windowSeconds });
    const store = createSharedStore({ ...rules, consumePoints, onFault: parts.onFault });
    return createRateLimiter({ ...rules, name, store });
  };
  return {
    cost: create('cost', options.cost),
    requests: create('requests', options.requests),
    tokens: create('tokens', options.tokens),
  };
}

/** Returns the counters of each configured rate limiter. */
export function listRateLimitCounters({
  cost,
  requests,
  tokens,
}: ServiceRateLimiters): [name: string, RateLimiter['counters']][] {
  return [cost, requests, tokens].flatMap((limiter) =>
    limiter === undefined ? [] : [[limiter.name, limiter.counters]],
  );
}
