import type { RateLimitAccount } from '../../adapters/rate-limits/rate-limit-account.ts';

type Headers = Record<string, string>;

/**
 * `Retry-After` of a request that got no permit or memory. After an exhausted rate limit, the value is the time until
 * the window ends.
 */
const BUSY_RETRY_SECONDS = 5;

/**
 * Adds the headers of draft-ietf-httpapi-ratelimit-headers-10 when a rate limit is configured (policy, remaining units,
 * seconds until the reset) and, with status 429, `Retry-After`.
 */
export function withRateLimit<T extends { status: number; headers?: Headers }>(
  reply: T,
  account: RateLimitAccount | undefined,
): T {
  if (reply.status !== 429 && account?.limiter === undefined) return reply;
  const headers = {
    ...reply.headers,
    ...toRetryAfter(reply.status, account),
    ...toRateLimitHeaders(account),
  };
  return { ...reply, headers };
}

function toRetryAfter(status: number, account: RateLimitAccount | undefined): Headers {
  if (status !== 429) return {};
  const resetAt = account?.refusedBy?.resetAt;
  const seconds = resetAt === undefined ? BUSY_RETRY_SECONDS : secondsUntil(resetAt);
  return { 'retry-after': `${Math.max(1, seconds)}` };
}

function toRateLimitHeaders(account: RateLimitAccount | undefined): Headers {
  if (account?.limiter === undefined) return {};
  const { name, limit, windowSeconds } = account.limiter;
  return {
    'ratelimit-policy': `"${name}";q=${limit};w=${windowSeconds}`,
    ratelimit: `"${name}";r=${account.getStatus().remaining};t=${secondsUntil(account.getStatus().resetAt)}`,
  };
}

function secondsUntil(at: Date): number {
  return Math.max(0, Math.ceil((at.getTime() - Date.now()) / 1000));
}
