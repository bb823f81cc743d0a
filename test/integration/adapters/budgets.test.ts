import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { openRateLimitAccount } from '../../../src/adapters/rate-limits/rate-limit-account.ts';
import {
  createRateLimiter,
  type RateLimiter,
} from '../../../src/adapters/rate-limits/rate-limiter.ts';
import { createServiceRateLimiters } from '../../../src/adapters/rate-limits/service-rate-limiters.ts';
import { consumePoints } from '../../../src/db/queries/access/rate-limits.ts';
import { insertService } from '../../../src/db/queries/access/services.ts';
import { useDatabase } from '../../support/database/database.ts';

const database = useDatabase();
let serviceId = 0;

beforeEach(async () => {
  serviceId = (await insertService(database.db, `service-${randomUUID()}`)) ?? 0;
});

type Process = { budget: RateLimiter; claims: number[]; faults: unknown[] };

/** What one gateway process has of a budget that it shares with the others of this file. */
function openProcess(limit: number, count: typeof consumePoints = consumePoints): Process {
  const claims: number[] = [];
  const faults: unknown[] = [];
  const { cost } = createServiceRateLimiters(
    { cost: limit, requests: 0, tokens: 0, windowSeconds: 60 },
    {
      consumePoints: async (claim) => {
        claims.push(claim.points);
        return await count(database.db, claim);
      },
      onFault: (error) => faults.push(error),
    },
  );
  if (cost === undefined) throw new Error('A limit above 0 is a budget.');
  return { budget: cost, claims, faults };
}

/** How many of so many spendings at once are granted. */
async function spendAtOnce({ budget }: Process, times: number, points: number): Promise<number> {
  const answers = await Promise.all(
    Array.from({ length: times }, async () => await budget.consume(serviceId, points)),
  );
  return answers.filter(Boolean).length;
}

async function endWindow(): Promise<void> {
  await sql`update rate_limits set resets_at = now() - interval '1 second'
    where service_id = ${serviceId}`.execute(database.db);
}

describe('a budget', () => {
  it('grants its limit exactly, to any number of requests at once', async () => {
    const process = openProcess(1000);
    expect(await spendAtOnce(process, 400, 3)).toBe(333);
    expect(await process.budget.consume(serviceId, 1)).toBe(true);
    expect(await process.budget.consume(serviceId, 1)).toBe(false);
    expect(process.budget.counters.get(serviceId)).toEqual({ consumed: 1000, rejected: 68 });
  });

  it('is never overspent by processes that share it, and what they cannot spend is under a claim each', async () => {
    const processes = [openProcess(1000), openProcess(1000), openProcess(1000)];
    const granted = await Promise.all(processes.map(async (one) => await spendAtOnce(one, 300, 2)));
    const spent = granted.reduce((sum, count) => sum + 2 * count, 0);
    expect(spent).toBeLessThanOrEqual(1000);
    expect(spent).toBeGreaterThan(1000 - processes.length * 10);
  });

  it('asks the database once for a hundredth of the limit, and never again once it is spent', async () => {
    const process = openProcess(10_000);
    for (let index = 0; index < 100; index += 1) await process.budget.consume(serviceId, 1);
    expect(process.claims).toEqual([100]);
    expect(await process.budget.consume(serviceId, 10_000)).toBe(false);
    expect(process.claims).toEqual([100, 10_000]);
    for (let index = 0; index < 100; index += 1) await process.budget.consume(serviceId, 9901);
    expect(process.claims).toHaveLength(2);
  });

  it('gives to a small request what is too little for a large one', async () => {
    const process = openProcess(100);
    expect(await process.budget.consume(serviceId, 70)).toBe(true);
    expect(await process.budget.consume(serviceId, 50)).toBe(false);
    expect(await process.budget.consume(serviceId, 30)).toBe(true);
    expect(await process.budget.consume(serviceId, 1)).toBe(false);
  });

  it('is that of one service alone', async () => {
    const process = openProcess(5);
    const other = (await insertService(database.db, `service-${randomUUID()}`)) ?? 0;
    expect(await process.budget.consume(serviceId, 5)).toBe(true);
    expect(await process.budget.consume(serviceId, 1)).toBe(false);
    expect(await process.budget.consume(other, 5)).toBe(true);
  });

  it('begins anew when its window ends, also for a process that comes then', async () => {
    const early = openProcess(10);
    expect(await early.budget.consume(serviceId, 10)).toBe(true);
    const late = openProcess(10);
    expect(await late.budget.consume(serviceId, 1)).toBe(false);
    await endWindow();
    const next = openProcess(10);
    expect(await next.budget.consume(serviceId, 10)).toBe(true);
    expect(await next.budget.consume(serviceId, 1)).toBe(false);
  });

  it('keeps nothing of what it held when the window ends by its own clock', async () => {
    let now = 0;
    const store = {
      reserve: async (_service: number, points: number) =>
        await Promise.resolve({ granted: points, unreserved: 0, msLeft: 60_000 }),
    };
    const budget = createRateLimiter({
      name: 'cost',
      limit: 1000,
      windowSeconds: 60,
      store,
      now: () => now,
    });
    await budget.consume(1, 1);
    expect(budget.getStatus(1).remaining).toBe(9);
    now = 59_999;
    expect(await budget.consume(1, 10)).toBe(false);
    now = 60_000;
    expect(await budget.consume(1, 10)).toBe(true);
    expect(budget.getStatus(1).remaining).toBe(0);
  });

  it('tells its limit, what is left as far as it knows, and when it begins anew', async () => {
    const { budget } = openProcess(1000);
    const before = Date.now();
    await budget.consume(serviceId, 4);
    const { limit, remaining, resetAt } = budget.getStatus(serviceId);
    expect({ limit, remaining }).toEqual({ limit: 1000, remaining: 996 });
    expect(resetAt.getTime()).toBeGreaterThan(before + 55_000);
    expect(resetAt.getTime()).toBeLessThan(Date.now() + 61_000);
    await spendAtOnce(openProcess(1000), 100, 9);
    expect(await budget.consume(serviceId, 500)).toBe(false);
    expect(budget.getStatus(serviceId).remaining).toBeLessThanOrEqual(100);
  });
});

const away = async (): Promise<never> => {
  await Promise.resolve();
  throw new Error('The database is away.');
};

describe('a budget without its database', () => {
  it('holds the limit in the process alone, and says so', async () => {
    const process = openProcess(100, away);
    expect(await spendAtOnce(process, 60, 2)).toBe(50);
    expect(process.faults.length).toBeGreaterThan(0);
  });

  it('goes on after a second where the table does not answer', async () => {
    const holder = openProcess(100);
    await holder.budget.consume(serviceId, 1);
    const process = openProcess(100);
    await database.db.transaction().execute(async (tx) => {
      await sql`select 1 from rate_limits where service_id = ${serviceId} for update`.execute(tx);
      expect(await process.budget.consume(serviceId, 1)).toBe(true);
    });
    expect(process.faults).toHaveLength(1);
  });

  it('shares the table again as soon as that answers', async () => {
    let isAway = true;
    const process = openProcess(1000, async (db, claim) =>
      isAway ? await away() : await consumePoints(db, claim),
    );
    await process.budget.consume(serviceId, 10);
    isAway = false;
    await process.budget.consume(serviceId, 10);
    const row = await database.db
      .selectFrom('rate_limits')
      .select('points')
      .where('service_id', '=', serviceId)
      .executeTakeFirst();
    expect(row).toEqual({ points: 10 });
  });
});

describe('the account of a request', () => {
  it('adds up what it was charged, and refuses as too_many_requests what cannot be paid', async () => {
    const { budget } = openProcess(10);
    const spending = openRateLimitAccount(budget, serviceId);
    await spending.consume(1);
    await spending.consume(6);
    await expect(spending.consume(4)).rejects.toMatchObject({ code: 'too_many_requests' });
    expect(spending.getStatus()).toMatchObject({ cost: 7, limit: 10, remaining: 3 });
  });

  it('refuses nothing where no budget is set', async () => {
    const spending = openRateLimitAccount(undefined, serviceId);
    await spending.consume(2 ** 40);
    expect(spending.getStatus()).toMatchObject({ limit: 2_147_483_647, remaining: 2_147_483_647 });
  });
});
