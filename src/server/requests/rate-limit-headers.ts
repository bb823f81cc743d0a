import type { Spending } from '../../adapters/budgets/spending.ts';

type Headers = Record<string, string>;

/** What is busy at the moment may be free after so long; a budget that is spent begins anew with its window. */
const BUSY_SECONDS = 5;

/**
 * An answer that says what is left of the caller's budget, as draft-ietf-httpapi-ratelimit-headers-10 has it: the
 * rule, what is left and the seconds until it begins anew. The one place that says how long to wait with status 429,
 * whatever there were too many of.
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
  const resetAt = spending?.refusedBy?.resetAt;
  const seconds = resetAt === undefined ? BUSY_SECONDS : secondsUntil(resetAt);
  return { 'retry-after': `${Math.max(1, seconds)}` };
}

function tellLeft(spending: Spending | undefined): Headers {
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
