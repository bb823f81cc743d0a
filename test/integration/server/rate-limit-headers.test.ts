import { expect, it } from 'vitest';
import {
  openRateLimitAccount,
  type RateLimitAccount,
} from '../../../src/adapters/rate-limits/rate-limit-account.ts';
import { withRateLimit } from '../../../src/server/requests/rate-limit-headers.ts';

const WINDOW_SECONDS = 600;

/** Of a service that has so many points left. */
function spendingOf(remaining: number): RateLimitAccount {
  const budget = {
    name: 'cost',
    limit: 10,
    windowSeconds: WINDOW_SECONDS,
    consume: async (_serviceId: number, points: number) =>
      await Promise.resolve(points <= remaining),
    getStatus: () => ({
      limit: 10,
      remaining,
      resetAt: new Date(Date.now() + WINDOW_SECONDS * 1_000),
    }),
    counters: new Map(),
  };
  return openRateLimitAccount(budget, 1);
}

const retryAfter = (status: number, spending: RateLimitAccount | undefined): string | undefined =>
  withRateLimit<{ status: number; headers?: Record<string, string> }>({ status }, spending)
    .headers?.['retry-after'];

it('429 says 5 seconds for what is busy, whether there is a budget or none', async () => {
  const spending = spendingOf(5);
  await spending.consume(1);
  expect(retryAfter(429, spending)).toBe('5');
  expect(retryAfter(429, openRateLimitAccount(undefined, 1))).toBe('5');
  expect(retryAfter(429, undefined)).toBe('5');
});

it('429 says when a budget that is spent begins anew', async () => {
  const spending = spendingOf(5);
  await expect(spending.consume(6)).rejects.toMatchObject({ code: 'too_many_requests' });
  expect(Number(retryAfter(429, spending))).toBeGreaterThan(500);
});

it('says so with no other status, and leaves alone what an answer says itself', () => {
  expect(retryAfter(200, spendingOf(0))).toBeUndefined();
  expect(withRateLimit({ status: 503, headers: { 'retry-after': '2' } }, undefined)).toEqual({
    status: 503,
    headers: { 'retry-after': '2' },
  });
});
