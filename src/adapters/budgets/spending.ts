import type { Allowance } from '../../domain/access/budget.ts';
import { AppError } from '../../errors.ts';
import type { Budget } from './budget.ts';

/** Rate limit account of one request. */
export type Spending = {
  /** Undefined where none is set, and nothing is refused. */
  budget: Budget | undefined;
  /** Cost of the operation, once charged. Undefined before. */
  admitted: number | undefined;
  /** True when the service had fewer points left than the request costs. */
  isRefused: boolean;
  /** Takes points for the request; throws AppError `too_many_requests` where the service has not so many left. */
  charge: (points: number) => Promise<void>;
  /** The same for what is not of the operation itself, which its cost does not show. */
  chargeAside: (points: number) => Promise<void>;
  /** The points taken so far, and what the service has left. */
  read: () => Allowance & { cost: number };
};

/** Maximum of GraphQL's Int. */
const UNLIMITED = 2 ** 31 - 1;

/** The account of one request with the budget of its service. */
export function openSpending(budget: Budget | undefined, serviceId: number): Spending {
  return new Account(budget, serviceId);
}

class Account implements Spending {
  readonly budget: Budget | undefined;
  admitted: number | undefined;
  isRefused = false;
  readonly #serviceId: number;
  #cost = 0;

  constructor(budget: Budget | undefined, serviceId: number) {
    this.budget = budget;
    this.#serviceId = serviceId;
  }

  async charge(points: number): Promise<void> {
    await this.chargeAside(points);
    this.#cost += points;
  }

  async chargeAside(points: number): Promise<void> {
    if (this.budget === undefined || (await this.budget.spend(this.#serviceId, points))) return;
    this.isRefused = true;
    throw new AppError(
      'too_many_requests',
      'The service has exceeded its rate limit. Retry after the time in Retry-After.',
    );
  }

  read(): Allowance & { cost: number } {
    const left = this.budget?.allowance(this.#serviceId) ?? unlimited();
    return { ...left, cost: this.#cost };
  }
}

function unlimited(): Allowance {
  return { limit: UNLIMITED, remaining: UNLIMITED, resetAt: new Date() };
}
