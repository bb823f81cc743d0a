import { expect, it, vi } from 'vitest';
import { createFairSemaphore, type Release } from '../../../src/scheduling/fair-semaphore.ts';

const OPTIONS = { permitsMax: 2, permitsPerKeyMax: 1, waitingPerKeyMax: 2, waitMs: 60_000 };

it('gives each key its turn, in the order of the keys and not of who asked first', async () => {
  const turns = createFairSemaphore(OPTIONS);
  const order: string[] = [];
  const releases: Release[] = [];
  const enter = async (key: number, name: string): Promise<void> => {
    const release = await turns.acquire(key);
    order.push(name);
    if (release !== undefined) releases.push(release);
  };
  const entered = [
    enter(1, 'a1'),
    enter(1, 'a2'),
    enter(1, 'a3'),
    enter(2, 'b1'),
    enter(3, 'c1'),
    enter(2, 'b2'),
  ];
  await vi.waitFor(() => expect(order).toEqual(['a1', 'b1']));
  releases[0]?.();
  // A key that has its turn lets others by.
  await vi.waitFor(() => expect(order).toEqual(['a1', 'b1', 'a2']));
  releases[1]?.();
  await vi.waitFor(() => expect(order).toEqual(['a1', 'b1', 'a2', 'c1']));
  releases[2]?.();
  releases[3]?.();
  await vi.waitFor(() => expect(order).toHaveLength(6));
  expect(order.slice(4)).toEqual(['b2', 'a3']);
  await Promise.all(entered);
});

it('gives a turn to nobody who may not enter yet, and to others meanwhile', async () => {
  vi.useFakeTimers();
  const turns = createFairSemaphore(OPTIONS);
  let mayEnter = false;
  const order: string[] = [];
  const first = turns
    .acquire(1, { tryReserve: () => mayEnter })
    .then(() => order.push('kept back'));
  const second = turns.acquire(1).then(() => order.push('behind it'));
  const release = await turns.acquire(2);
  release?.();
  expect(order).toEqual([]);
  mayEnter = true;
  vi.advanceTimersByTime(250);
  await first;
  expect(order).toEqual(['kept back']);
  vi.advanceTimersByTime(60_000);
  await second;
  vi.useRealTimers();
});

it('lets nobody wait who is aborted, and gives it no turn', async () => {
  const turns = createFairSemaphore(OPTIONS);
  const gone = new AbortController();
  const { signal } = gone;
  const release = await turns.acquire(1, { signal });
  const waiting = turns.acquire(1, { signal });
  const behind = turns.acquire(1);
  gone.abort();
  expect(await waiting).toBeUndefined();
  expect(await turns.acquire(2, { signal })).toBeUndefined();
  release?.();
  expect(await behind).toBeTypeOf('function');
});

it('refuses at once who comes when enough of the key wait, and later who has waited for too long', async () => {
  vi.useFakeTimers();
  const turns = createFairSemaphore({ ...OPTIONS, waitingPerKeyMax: 1, waitMs: 1_000 });
  const first = await turns.acquire(1);
  const second = turns.acquire(1);
  expect(await turns.acquire(1)).toBeUndefined();
  vi.advanceTimersByTime(1_000);
  expect(await second).toBeUndefined();
  vi.useRealTimers();
  first?.();
  // Whoever gave up is not in the way, and a turn is given back once only.
  first?.();
  const last = await turns.acquire(1);
  expect(last).toBeTypeOf('function');
  expect(await turns.acquire(2)).toBeTypeOf('function');
});

it('refuses nobody who is patient, and no longer asks for more than its turn once it has waited for long', async () => {
  vi.useFakeTimers();
  const turns = createFairSemaphore({ ...OPTIONS, waitingPerKeyMax: 0, waitMs: 1_000 });
  const first = await turns.acquire(1);
  const patient = turns.acquire(1, { tryReserve: () => false, isNeverRefused: true });
  // So many wait already.
  expect(await turns.acquire(1)).toBeUndefined();
  first?.();
  const other = await turns.acquire(2);
  expect(other).toBeTypeOf('function');
  vi.advanceTimersByTime(1_000);
  vi.advanceTimersByTime(250);
  expect(await patient).toBeTypeOf('function');
  vi.useRealTimers();
});
