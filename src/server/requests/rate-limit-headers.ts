import type { Spending } from '../../adapters/budgets/spending.ts';

type Headers = Record<string, string>;

/** Seconds to wait when a resource is busy. An exceeded rate limit starts again with its window. */
const BUSY_SECONDS = 5;

/**
 * Adds the rate limit headers of draft-ietf-httpapi-ratelimit-headers-10 to a response: policy, remaining requests and
 * seconds until the next window. The only place that sets Retry-After for status 429.
 */
export function withRateLimit<T extends { status: number; headers?: Headers }>(
  reply: T,
  spending: Spending | undefined,
): T {
  if (reply.status !== 429 && spending?.budget === undefined) return reply;
  const headers = {
    ...reply.headers,
    ...retryAfter(reply.status, spending),
    ...tellLeft(spending),
  };
  return { ...reply, headers };
}

function retryAfter(status: number, spending: Spending | undefined): Headers {
  if (status !== 429) return {};
  const seconds = spending?.isRefused === true ? secondsLeft(spending) : BUSY_SECONDS;
  return { 'retry-after': `${Math.max(1, seconds)}` };
}

function tellLeft(spending: Spending | undefined): Headers {
  if (spending?.budget === undefined) return {};
  const { name, limit, windowSeconds } = spending.budget;
  return {
    'ratelimit-policy': `"${name}";q=${limit};w=${windowSeconds}`,
    ratelimit: `"${name}";r=${spending.read().remaining};t=${secondsLeft(spending)}`,
  };
}

function secondsLeft(spending: Spending): number {
  return Math.max(0, Math.ceil((spending.read().resetAt.getTime() - Date.now()) / 1000));
}
