import type { Spending } from '../adapters/budgets/spending.ts';

/**
 * An answer that says what is left of the caller's budget, as draft-ietf-httpapi-ratelimit-headers-10 has it: the
 * rule, what is left and the seconds until it begins anew. With status 429 those seconds are to be waited, unless
 * the answer itself says how many.
 */
export function withRateLimit<T extends { status: number; headers?: Record<string, string> }>(
  reply: T,
  spending: Spending | undefined,
): T {
  if (spending?.budget === undefined) return reply;
  const { name, limit, windowSeconds } = spending.budget;
  const { remaining, resetAt } = spending.read();
  const seconds = Math.max(0, Math.ceil((resetAt.getTime() - Date.now()) / 1000));
  const headers = {
    ...(reply.status === 429 ? { 'retry-after': `${Math.max(1, seconds)}` } : {}),
    ...reply.headers,
    'ratelimit-policy': `"${name}";q=${limit};w=${windowSeconds}`,
    ratelimit: `"${name}";r=${remaining};t=${seconds}`,
  };
  return { ...reply, headers };
}
