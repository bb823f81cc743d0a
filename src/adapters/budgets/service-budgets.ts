import type { BudgetOptions } from '../../config/config.ts';
import { type Budget, createBudget } from './budget.ts';
import { type AddPoints, createSharedStore } from './shared-store.ts';

/** Rate limits of services: for GraphQL, for v4 requests and for issued tokens. Undefined when not configured. */
export type ServiceBudgets = {
  cost: Budget | undefined;
  requests: Budget | undefined;
  tokens: Budget | undefined;
};

export type ServiceBudgetsParts = {
  consumePoints: (claim: {
    serviceId: number;
    budget: string;
    points: number;
    windowSeconds: number;
  }) => ReturnType<AddPoints>;
  onFault: (error: unknown) => void;
};

export function createServiceBudgets(
  options: BudgetOptions,
  parts: ServiceBudgetsParts,
): ServiceBudgets {
  const { windowSeconds } = options;
  const create = (name: string, limit: number): Budget | undefined => {
    if (limit === 0) return undefined;
    const rules = { limit, windowSeconds };
    const consumePoints: AddPoints = async (serviceId, points) =>
      await parts.consumePoints({ serviceId, budget: name, points, windowSeconds });
    const store = createSharedStore({ ...rules, consumePoints, onFault: parts.onFault });
    return createBudget({ ...rules, name, store });
  };
  return {
    cost: create('cost', options.cost),
    requests: create('requests', options.requests),
    tokens: create('tokens', options.tokens),
  };
}

/** Returns the consumed points of each configured rate limit. */
export function listTallies({
  cost,
  requests,
  tokens,
}: ServiceBudgets): [name: string, Budget['tallies']][] {
  return [cost, requests, tokens].flatMap((budget) =>
    budget === undefined ? [] : [[budget.name, budget.tallies]],
  );
}
