import { expect, it } from 'vitest';
import { BatchSchedule } from '../../../../src/scheduling/batch-schedule.ts';
import type { Client } from '../../../../src/scheduling/client.ts';
import { createFairSemaphore } from '../../../../src/scheduling/fair-semaphore.ts';
import { Pace } from '../../../../src/schema/execution/pace.ts';
import { useDatabase } from '../../../support/database/database.ts';
import { createTestService, createTestTokens } from '../../../support/gateway/callers.ts';

const database = useDatabase();

type OpenPace = (client?: Client) => Pace;

async function createOpenPace(waitingOfKey: number, waitMs = 60_000): Promise<OpenPace> {
  const tokens = await createTestTokens(database.db);
  const { caller } = await createTestService(database.db, tokens);
  const turns = createFairSemaphore({
    permitsMax: 2,
    permitsPerKeyMax: 1,
    waitingPerKeyMax: waitingOfKey,
    waitMs,
  });
  const rules = { bytesMax: 1_000_000, permits: turns };
  return (client) => new Pace(rules, { caller, client, reading: new BatchSchedule() });
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
  const busy = { http: { status: 429 } };
  await expect(priced.begin(100_000)).rejects.toMatchObject(busy);
  expect(priced.refusal).toMatchObject(busy);
  grown.count(300_000);
  expect(grown.isDue).toBe(true);
  await expect(grown.waitToContinue()).rejects.toMatchObject(busy);
});

it('refuses no change for want of a turn once it is being made, and says that it may be made', async () => {
  const openPace = await createOpenPace(0);
  const [first, change] = [openPace(), openPace()];
  await first.begin(100_000);
  await change.begin(1_000);
  change.beginMutation();
  change.count(300_000);
  const told = change.waitToContinue();
  first.end();
  await told;
  expect(change.refusal).toBeUndefined();
  expect(() => change.count(1_000_000)).toThrow(/^The mutation has ended/);
});

/** A client that goes when it is told to, of a service that has room or not. */
function someClient(hasRoom: boolean) {
  const gone = new AbortController();
  const client: Client = {
    isDisconnected: () => gone.signal.aborted,
    abortSignal: () => gone.signal,
    releaseAtEnd: (release) => release,
    reserveMemory: () => hasRoom,
    releaseMemory: () => undefined,
  };
  return { client, go: () => gone.abort() };
}

const GONE = { message: 'The client has disconnected.' };

it('refuses what grows heavy where there is no room for its answer, before it is written', async () => {
  const openPace = await createOpenPace(1, 0);
  const [full, free] = [openPace(someClient(false).client), openPace(someClient(true).client)];
  full.count(300_000);
  await expect(full.beginWriting()).rejects.toMatchObject({ http: { status: 429 } });
  free.count(300_000);
  await free.beginWriting();
  expect(free.refusal).toBeUndefined();
});

it('reads nothing more for a client that has gone, and waits for no turn of it', async () => {
  const openPace = await createOpenPace(1);
  const [here, reading, waiting] = [someClient(true), someClient(true), someClient(true)];
  await openPace(here.client).begin(100_000);
  const [read, waited] = [openPace(reading.client), openPace(waiting.client)];
  read.count(8_000);
  reading.go();
  expect(() => read.count(8_000)).toThrow(GONE.message);
  const begun = waited.begin(100_000);
  waiting.go();
  await expect(begun).rejects.toMatchObject(GONE);
  await expect(openPace(waiting.client).begin(1)).rejects.toMatchObject(GONE);
});

it('makes a change to its end, whoever has gone', async () => {
  const { client, go } = someClient(true);
  const change = (await createOpenPace(1))(client);
  await change.begin(1_000);
  change.beginMutation();
  go();
  change.count(20_000);
  await change.waitToContinue();
  expect(change.refusal).toBeUndefined();
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
  for (let count = 1; count <= 500; count += 1) pace.addPending();
  expect(pace.isDue).toBe(true);
  const order: string[] = [];
  const next = pace.waitToContinue().then(() => order.push('next'));
  await new Promise((resolve) => setImmediate(resolve));
  order.push('closed');
  pace.removePending();
  await next;
  expect(order).toEqual(['closed', 'next']);
});

it('tells of a change when it is its turn, and not to a client that has gone', async () => {
  const openPace = await createOpenPace(0);
  const [first, other] = [openPace(), someClient(true)];
  await first.begin(100_000);
  const change = openPace(other.client);
  change.beginMutation();
  change.markChangeMade();
  change.count(300_000);
  expect(change.isDue).toBe(true);
  const told = change.waitToContinue();
  other.go();
  await expect(told).rejects.toMatchObject(GONE);
});

it('goes on in a slice of its own where many wait for the same value', async () => {
  const tokens = await createTestTokens(database.db);
  const { caller } = await createTestService(database.db, tokens);
  const turns = createFairSemaphore({
    permitsMax: 2,
    permitsPerKeyMax: 1,
    waitingPerKeyMax: 1,
    waitMs: 60_000,
  });
  let isOver = false;
  const slices = { isOver: () => isOver, wait: async () => await Promise.resolve() };
  const rules = { bytesMax: 1_000_000, permits: turns, slices };
  const [one, other] = [1, 2].map(() => new Pace(rules, { caller, reading: new BatchSchedule() }));
  one?.markShared();
  const dueAfterValue = (pace = one) => {
    pace?.addPending();
    pace?.removePending();
    return pace?.isDue;
  };
  expect(dueAfterValue()).toBe(false);
  isOver = true;
  expect(dueAfterValue()).toBe(true);
  expect(dueAfterValue(other)).toBe(false);
});

it('keeps no room for what is over by its turn, and lets the next in', async () => {
  const openPace = await createOpenPace(2);
  let kept = 0;
  const keepRoom = (): boolean => {
    kept += 1;
    return true;
  };
  const [first, left, next] = [
    openPace(),
    openPace({ ...someClient(true).client, reserveMemory: keepRoom }),
    openPace(),
  ];
  await first.begin(100_000);
  const waits = left.begin(100_000);
  left.end();
  const begun = next.begin(100_000);
  first.end();
  await expect(waits).rejects.toThrow('The execution is over.');
  await begun;
  expect(kept).toBe(0);
});
