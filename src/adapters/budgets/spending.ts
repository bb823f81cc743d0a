import type { RateLimitStatus } from '../../domain/access/rate-limit.ts';
import { AppError } from '../../errors.ts';
import type { Budget } from './budget.ts';

/** Rate limit account of one request. */
export type Spending = {
  /** Undefined where none is set, and nothing is refused. */
  budget: Budget | undefined;
  /** Cost of the operation, once charged. Undefined before. */
  admitted: number | undefined;
  /** Rate limit that refused the request; undefined when none did. */
  refusedBy: { resetAt: Date } | undefined;
  /** Takes points for the request; throws AppError `too_many_requests` where the service has not so many left. */
  charge: (points: number) => Promise<void>;
  /** The same for what is not of the operation itself, which its cost does not show. */
  chargeAside: (points: number) => Promise<void>;
  /** Charges one issued token to the budget of tokens; throws as `charge`. */
  chargeToken: () => Promise<void>;
  /** Tokens that the service may still issue in the window; undefined where no budget is set. */
  readTokens: () => RateLimitStatus | undefined;
  /** The points taken so far, and what the service has left. */
  read: () => RateLimitStatus & { cost: number };
};

/** Maximum of GraphQL's Int. */
const UNLIMITED = 2 ** 31 - 1;

/** The account of one request with the budget of its service. */
export function openSpending(
  budget: Budget | undefined,
  serviceId: number,
  tokens?: Budget,
): Spending {
  return new Account({ budget, tokens }, serviceId);
}

type AccountBudgets = { budget: Budget | undefined; tokens: Budget | undefined };

class Account implements Spending {
  readonly budget: Budget | undefined;
  admitted: number | undefined;
  refusedBy: { resetAt: Date } | undefined;
  readonly #tokens: Budget | undefined;
  readonly #serviceId: number;
  #cost = 0;

  constructor({ budget, tokens }: AccountBudgets, serviceId: number) {
    this.budget = budget;
    this.#tokens = tokens;
    this.#serviceId = serviceId;
  }

  async charge(points: number): Promise<void> {
    await this.chargeAside(points);
    this.#cost += points;
  }

  async chargeAside(points: number): Promise<void> {
    await this.#spend(this.budget, points);
  }

  async chargeToken(): Promise<void> {
    await this.#spend(this.#tokens, 1);
  }

  readTokens(): RateLimitStatus | undefined {
    return this.#tokens?.allowance(this.#serviceId);
  }

  read(): RateLimitStatus & { cost: number } {
    const left = this.budget?.allowance(this.#serviceId) ?? unlimited();
    return { ...left, cost: this.#cost };
  }

  async #spend(budget: Budget | undefined, points: number): Promise<void> {
    if (budget === undefined || (await budget.spend(this.#serviceId, points))) return;
    this.refusedBy = { resetAt: budget.allowance(this.#serviceId).resetAt };
    throw new AppError(
      'too_many_requests',
      'The service has exceeded its rate limit. Retry after the time in Retry-After.',
    );
  }
}

function unlimited(): RateLimitStatus {
  return { limit: UNLIMITED, remaining: UNLIMITED, resetAt: new Date() };
}
