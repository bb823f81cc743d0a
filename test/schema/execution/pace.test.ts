import { expect, it } from 'vitest';
import { createFairTurns } from '../../../src/pacing/fair-turns.ts';
import { HeldCalls } from '../../../src/pacing/held-calls.ts';
import { Pace } from '../../../src/schema/execution/pace.ts';
import { createTestService, createTestTokens } from '../../support/callers.ts';
import { useDatabase } from '../../support/database.ts';

const database = useDatabase();

async function createOpenPace(waitingOfKey: number): Promise<() => Pace> {
  const tokens = await createTestTokens(database.db);
  const { caller } = await createTestService(database.db, tokens);
  const turns = createFairTurns({ max: 2, maxOfKey: 1, waitingOfKey, waitMs: 60_000 });
  const rules = { bytesMax: 1_000_000, turns };
  return () => new Pace(rules, { caller, reading: new HeldCalls() });
}

it('lets heavy operations of a service run one after the other, and light ones beside them', async () => {
  const openPace = await createOpenPace(1);
  const [first, second, light] = [openPace(), openPace(), openPace()];
  const order: string[] = [];
  await first.begin(100_000);
  const begun = second.begin(100_000).then(() => order.push('second'));
  await light.begin(1_000);
  order.push('light');
  first.end();
  await begun;
  expect(order).toEqual(['light', 'second']);
});

it('refuses what is heavy where enough of the service wait, by its price and by its bytes', async () => {
  const openPace = await createOpenPace(0);
  const [first, priced, grown] = [openPace(), openPace(), openPace()];
  await first.begin(100_000);
  const busy = { http: { status: 429, headers: { 'retry-after': '5' } } };
  await expect(priced.begin(100_000)).rejects.toMatchObject(busy);
  expect(priced.refusal).toMatchObject(busy);
  grown.count(300_000);
  expect(grown.isDue).toBe(true);
  await expect(grown.next()).rejects.toMatchObject(busy);
});

it('refuses no change for want of a turn once it is being made, and says that it may be made', async () => {
  const openPace = await createOpenPace(0);
  const [first, change] = [openPace(), openPace()];
  await first.begin(100_000);
  await change.begin(1_000);
  change.beginChange();
  change.count(300_000);
  await change.next();
  expect(change.refusal).toBeUndefined();
  expect(() => change.count(1_000_000)).toThrow(/^What was asked for is done/);
});

it('counts no byte over its limit', async () => {
  const pace = (await createOpenPace(0))();
  pace.count(1_000_000);
  expect(pace.refusal).toBeUndefined();
  expect(() => pace.count(1)).toThrow('at most 1000000');
  expect(pace.refusal).toBeDefined();
});

it('begins no more values than may be waited for at once, and goes on when some have come', async () => {
  const pace = (await createOpenPace(0))();
  for (let count = 1; count <= 500; count += 1) pace.open();
  expect(pace.isDue).toBe(true);
  const order: string[] = [];
  const next = pace.next().then(() => order.push('next'));
  await new Promise((resolve) => setImmediate(resolve));
  order.push('closed');
  pace.close();
  await next;
  expect(order).toEqual(['closed', 'next']);
});
