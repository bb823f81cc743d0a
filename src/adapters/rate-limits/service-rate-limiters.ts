import type { BudgetOptions } from '../../config/config.ts';
import { createRateLimiter, type RateLimiter } from './rate-limiter.ts';
import { type AddPoints, createSharedStore } from './shared-store.ts';

/** Rate limiters of GraphQL costs, of v4 requests and of issued tokens; undefined when no limit is configured. */
export type ServiceRateLimiters = {
  cost: RateLimiter | undefined;
  requests: RateLimiter | undefined;
  tokens: RateLimiter | undefined;
};

export type ServiceRateLimitersParts = {
  /** Adds points to the count of a rate limit, in the table that all processes share. */
  consumePoints: (added: {
    serviceId: number;
    budget: string;
    points: number;
    windowSeconds: number;
  }) => ReturnType<AddPoints>;
  /** Called when the database failed or did not respond. */
  onFault: (error: unknown) => void;
};

export function createServiceRateLimiters(
  options: BudgetOptions,
  parts: ServiceRateLimitersParts,
): ServiceRateLimiters {
  const { windowSeconds } = options;
  const create = (name: string, limit: number): RateLimiter | undefined => {
    if (limit === 0) return undefined;
    const rules = { limit, windowSeconds };
    const consumePoints: AddPoints = async (serviceId, points) =>
      await parts.consumePoints({
        serviceId,
        budget: name,
        points,
        windowSeconds,
      });
    const store = createSharedStore({
      ...rules,
      consumePoints,
      onFault: parts.onFault,
    });
    return createRateLimiter({
      ...rules,
      name,
      store,
    });
  };
  return {
    cost: create('cost', options.cost),
    requests: create('requests', options.requests),
    tokens: create('tokens', options.tokens),
  };
}

/** Returns the name of each configured rate limit with its usage by service. */
export function listTallies({
  cost,
  requests,
  tokens,
}: ServiceRateLimiters): [name: string, RateLimiter['tallies']][] {
  return [cost, requests, tokens].flatMap((budget) =>
    budget === undefined ? [] : [[budget.name, budget.tallies]],
  );
}
