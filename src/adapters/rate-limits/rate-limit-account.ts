import type { RateLimitStatus } from '../../domain/access/rate-limit.ts';
import { AppError } from '../../errors.ts';
import type { RateLimiter } from './rate-limiter.ts';

/** Rate limit account of one request, which consumes points of its service. */
export type RateLimitAccount = {
  /** Rate limiter of the request; undefined when no limit is configured. */
  budget: RateLimiter | undefined;
  /** Cost of the operation; undefined until it is charged. */
  admitted: number | undefined;
  /** Rate limit that the request exceeded; undefined when it exceeded none. */
  exceededLimit: { resetAt: Date } | undefined;
  /** Consumes points for the request. Throws AppError `too_many_requests` when fewer are left. */
  charge: (points: number) => Promise<void>;
  /** Consumes points that are not part of the reported cost of the operation. */
  chargeUnreported: (points: number) => Promise<void>;
  /** Consumes one issued token from the rate limit of tokens. Throws like `charge`. */
  chargeToken: () => Promise<void>;
  /** Returns the tokens that the service may still issue in the window. Undefined when no limit is configured. */
  readTokens: () => RateLimitStatus | undefined;
  /** Returns the points consumed by the request and those left for the service. */
  read: () => RateLimitStatus & { cost: number };
};

/** Limit that is reported when none is configured: the maximum of GraphQL's Int. */
const UNLIMITED = 2 ** 31 - 1;

/** Opens the rate limit account of one request, with the rate limiter of issued tokens. */
export function openRateLimitAccount(
  budget: RateLimiter | undefined,
  serviceId: number,
  tokens?: RateLimiter,
): RateLimitAccount {
  return new ServiceAccount({ budget, tokens }, serviceId);
}

type AccountLimiters = { budget: RateLimiter | undefined; tokens: RateLimiter | undefined };

class ServiceAccount implements RateLimitAccount {
  readonly budget: RateLimiter | undefined;
  admitted: number | undefined;
  exceededLimit: { resetAt: Date } | undefined;
  readonly #tokens: RateLimiter | undefined;
  readonly #serviceId: number;
  #cost = 0;

  constructor({ budget, tokens }: AccountLimiters, serviceId: number) {
    this.budget = budget;
    this.#tokens = tokens;
    this.#serviceId = serviceId;
  }

  async charge(points: number): Promise<void> {
    await this.chargeUnreported(points);
    this.#cost += points;
  }

  async chargeUnreported(points: number): Promise<void> {
    await this.#consume(this.budget, points);
  }

  async chargeToken(): Promise<void> {
    await this.#consume(this.#tokens, 1);
  }

  readTokens(): RateLimitStatus | undefined {
    return this.#tokens?.getStatus(this.#serviceId);
  }

  read(): RateLimitStatus & { cost: number } {
    const left = this.budget?.getStatus(this.#serviceId) ?? createUnlimitedStatus();
    return { ...left, cost: this.#cost };
  }

  async #consume(budget: RateLimiter | undefined, points: number): Promise<void> {
    if (budget === undefined || (await budget.consume(this.#serviceId, points))) return;
    this.exceededLimit = { resetAt: budget.getStatus(this.#serviceId).resetAt };
    throw new AppError(
      'too_many_requests',
      'The service has exceeded its rate limit. Retry after the time in Retry-After.',
    );
  }
}

function createUnlimitedStatus(): RateLimitStatus {
  return { limit: UNLIMITED, remaining: UNLIMITED, resetAt: new Date() };
}
