import type { RateLimitAccount } from '../../adapters/rate-limits/rate-limit-account.ts';

type Headers = Record<string, string>;

/** Retry time when a permit or memory was missing; an exhausted rate limit names the end of its window. */
const BUSY_SECONDS = 5;

/**
 * Adds the rate limit headers of draft-ietf-httpapi-ratelimit-headers-10 (policy, remaining units, seconds until the
 * reset) and, with status 429, `Retry-After`.
 */
export function withRateLimit<T extends { status: number; headers?: Headers }>(
  reply: T,
  spending: RateLimitAccount | undefined,
): T {
  if (reply.status !== 429 && spending?.budget === undefined) return reply;
  const headers = {
    ...reply.headers,
    ...retryAfter(reply.status, spending),
    ...toRateLimitHeaders(spending),
  };
  return { ...reply, headers };
}

function retryAfter(status: number, spending: RateLimitAccount | undefined): Headers {
  if (status !== 429) return {};
  const resetAt = spending?.exceededLimit?.resetAt;
  const seconds = resetAt === undefined ? BUSY_SECONDS : secondsUntil(resetAt);
  return { 'retry-after': `${Math.max(1, seconds)}` };
}

function toRateLimitHeaders(spending: RateLimitAccount | undefined): Headers {
  if (spending?.budget === undefined) return {};
  const { name, limit, windowSeconds } = spending.budget;
  return {
    'ratelimit-policy': `"${name}";q=${limit};w=${windowSeconds}`,
    ratelimit: `"${name}";r=${spending.read().remaining};t=${secondsUntil(spending.read().resetAt)}`,
  };
}

function secondsUntil(at: Date): number {
  return Math.max(0, Math.ceil((at.getTime() - Date.now()) / 1000));
}
