import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createRateLimiter } from '../../../src/adapters/rate-limits/rate-limiter.ts';
import { createServiceRateLimiters } from '../../../src/adapters/rate-limits/service-rate-limiters.ts';
import { consumePoints } from '../../../src/db/queries/access/rate-limits.ts';
import { insertService } from '../../../src/db/queries/access/services.ts';
import { useDatabase } from '../../support/database/database.ts';

const database = useDatabase();
afterEach(() => void vi.useRealTimers());

const WINDOW_SECONDS = 60;

async function openBudget() {
  const serviceId = (await insertService(database.db, `service-${randomUUID()}`)) ?? 0;
  let claims = 0;
  const { cost } = createServiceRateLimiters(
    { cost: 1000, requests: 0, tokens: 0, windowSeconds: WINDOW_SECONDS },
    {
      consumePoints: async (claim) => {
        claims += 1;
        // What would go on for ever ends a test this way.
        if (claims > 50) throw new Error('The database was asked too often.');
        return await consumePoints(database.db, claim);
      },
      onFault: (error) => {
        throw error;
      },
    },
  );
  if (cost === undefined) throw new Error('A limit above 0 is a budget.');
  return { budget: cost, serviceId, countClaims: () => claims };
}

describe('a budget', () => {
  it.each([-90_000, -5_000, 5_000, 90_000])(
    'is as large in a process whose clock is %i ms off from that of the database',
    async (off) => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + off });
      const { budget, serviceId, countClaims } = await openBudget();
      expect(await budget.consume(serviceId, 1)).toBe(true);
      expect(await budget.consume(serviceId, 1)).toBe(true);
      expect(countClaims()).toBe(1);
      const left = budget.getStatus(serviceId).resetAt.getTime() - Date.now();
      expect(left).toBeGreaterThan((WINDOW_SECONDS - 10) * 1000 + 8_000);
      expect(left).toBeLessThanOrEqual(WINDOW_SECONDS * 1000);
    },
  );

  it('that is spent begins anew though the clock of the process was set back', async () => {
    let now = 3_600_000;
    const store = {
      reserve: async (_service: number, points: number) =>
        await Promise.resolve({ granted: points, unreserved: 0, msLeft: 60_000 }),
    };
    const options = { name: 'cost', limit: 10, windowSeconds: WINDOW_SECONDS, store };
    const budget = createRateLimiter({ ...options, now: () => now });
    expect(await budget.consume(1, 10)).toBe(true);
    expect(await budget.consume(1, 10)).toBe(false);
    now = 0;
    expect(await budget.consume(1, 10)).toBe(true);
  });
});
