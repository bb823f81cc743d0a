import type { Allowance } from '../../domain/budget.ts';
import { AppError } from '../../errors.ts';
import type { Budget } from './budget.ts';

/** What one request costs its service. */
export type Spending = {
  /** Undefined where none is set, and nothing is refused. */
  budget: Budget | undefined;
  /** Takes points for the request; throws AppError `too_many_requests` where the service has not so many left. */
  charge: (points: number) => Promise<void>;
  /** The same for what is not of the operation itself, which its cost does not show. */
  chargeAside: (points: number) => Promise<void>;
  /** The points taken so far, and what the service has left. */
  read: () => Allowance & { cost: number };
};

/** Where GraphQL's Int ends. */
const UNLIMITED = 2 ** 31 - 1;

/** The account of one request with the budget of its service. */
export function openSpending(budget: Budget | undefined, serviceId: number): Spending {
  let cost = 0;
  const spend = async (points: number): Promise<void> => {
    if (budget !== undefined && !(await budget.spend(serviceId, points)))
      throw new AppError('too_many_requests', 'The service has spent its budget for now.');
  };
  return {
    budget,
    charge: async (points) => {
      await spend(points);
      cost += points;
    },
    chargeAside: spend,
    read: () => ({
      ...(budget?.allowance(serviceId) ?? {
        limit: UNLIMITED,
        remaining: UNLIMITED,
        resetAt: new Date(),
      }),
      cost,
    }),
  };
}
