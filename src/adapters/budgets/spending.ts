import type { RateLimitStatus } from '../../domain/access/rate-limit.ts';
import { AppError } from '../../errors.ts';
import type { Budget } from './budget.ts';

/** Rate limit account of one request. */
export type Spending = {
  /** Rate limit. Undefined when none is configured. */
  budget: Budget | undefined;
  /** Cost of the operation, once charged. Undefined before. */
  admitted: number | undefined;
  /** Rate limit that refused the request; undefined when none did. */
  refusedBy: { resetAt: Date } | undefined;
  /** Consumes points for the request. Throws AppError `too_many_requests` when fewer are left. */
  charge: (points: number) => Promise<void>;
  /** Consumes points that are not part of the reported cost of the operation. */
  chargeAside: (points: number) => Promise<void>;
  /** Consumes one issued token from the rate limit of tokens. Throws like `charge`. */
  chargeToken: () => Promise<void>;
  /** Returns the tokens that the service may still issue in the window. Undefined when no limit is configured. */
  readTokens: () => RateLimitStatus | undefined;
  /** Returns the points consumed by the request and those left for the service. */
  read: () => RateLimitStatus & { cost: number };
};

/** Maximum of GraphQL's Int. */
const UNLIMITED = 2 ** 31 - 1;

/** Opens the rate limit account of one request. */
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
