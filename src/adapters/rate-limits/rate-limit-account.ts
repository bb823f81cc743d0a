import type { RateLimitStatus } from '../../domain/access/rate-limit.ts';
import { AppError } from '../../errors.ts';
import type { RateLimiter } from './rate-limiter.ts';

/** Rate limit account of one request: consumes the tokens of its service and records its cost. */
export type RateLimitAccount = {
  /** Rate limiter of the request. Undefined when none is configured. */
  limiter: RateLimiter | undefined;
  /** Cost of the operation, set once it was admitted. Undefined before. */
  admittedCost: number | undefined;
  /** End of the window of the rate limit that refused the request. Undefined when none did. */
  refusedBy: { resetAt: Date } | undefined;
  /**
   * Consumes tokens and adds them to the cost of the request. Throws AppError `too_many_requests` when fewer are left.
   */
  consume: (tokens: number) => Promise<void>;
  /** Consumes tokens without adding them to the cost. Throws like `consume`. */
  consumeUnreported: (tokens: number) => Promise<void>;
  /** Consumes one unit of the rate limit of issued access tokens. Throws like `consume`. */
  consumeAccessToken: () => Promise<void>;
  /** Returns the number of access tokens that the service may still obtain. Undefined without such a limit. */
  findAccessTokenStatus: () => RateLimitStatus | undefined;
  /** Returns the cost of the request and the tokens left for the service; very high numbers without a rate limit. */
  getStatus: () => RateLimitStatus & { cost: number };
};

/** Maximum of GraphQL's Int. */
const UNLIMITED = 2 ** 31 - 1;

/** Opens the rate limit account of one request. */
export function openRateLimitAccount(
  limiter: RateLimiter | undefined,
  serviceId: number,
  accessTokens?: RateLimiter,
): RateLimitAccount {
  return new RequestAccount({ limiter, accessTokens }, serviceId);
}

type AccountLimiters = {
  limiter: RateLimiter | undefined;
  accessTokens: RateLimiter | undefined;
};

class RequestAccount implements RateLimitAccount {
  readonly limiter: RateLimiter | undefined;
  admittedCost: number | undefined;
  refusedBy: { resetAt: Date } | undefined;
  readonly #accessTokens: RateLimiter | undefined;
  readonly #serviceId: number;
  #cost = 0;

  constructor({ limiter, accessTokens }: AccountLimiters, serviceId: number) {
    this.limiter = limiter;
    this.#accessTokens = accessTokens;
    this.#serviceId = serviceId;
  }

  async consume(tokens: number): Promise<void> {
    await this.consumeUnreported(tokens);
    this.#cost += tokens;
  }

  async consumeUnreported(tokens: number): Promise<void> {
    await this.#consume(this.limiter, tokens);
  }

  async consumeAccessToken(): Promise<void> {
    await this.#consume(this.#accessTokens, 1);
  }

  findAccessTokenStatus(): RateLimitStatus | undefined {
    return this.#accessTokens?.getStatus(this.#serviceId);
  }

  getStatus(): RateLimitStatus & { cost: number } {
    const status = this.limiter?.getStatus(this.#serviceId) ?? toUnlimitedStatus();
    return { ...status, cost: this.#cost };
  }

  async #consume(limiter: RateLimiter | undefined, tokens: number): Promise<void> {
    if (limiter === undefined || (await limiter.consume(this.#serviceId, tokens))) return;
    this.refusedBy = { resetAt: limiter.getStatus(this.#serviceId).resetAt };
    throw new AppError(
      'too_many_requests',
      'The service has exceeded its rate limit. Retry after the time in Retry-After.',
    );
  }
}

function toUnlimitedStatus(): RateLimitStatus {
  return { limit: UNLIMITED, remaining: UNLIMITED, resetAt: new Date() };
}
