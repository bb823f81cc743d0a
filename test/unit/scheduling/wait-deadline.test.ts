import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createFairSemaphore } from '../../../src/scheduling/fair-semaphore.ts';
import { createMemoryBudget } from '../../../src/scheduling/memory-budget.ts';
import { WaitDeadline } from '../../../src/scheduling/wait-deadline.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const MAX_MS = 1_000;
const after = async (ms: number): Promise<void> =>
  await new Promise((resolve) => setTimeout(resolve, ms));

it('counts what is waited for at the same time once, and nothing in between', async () => {
  const waits = new WaitDeadline(MAX_MS);
  const both = [waits.track(after(300)), waits.track(after(400))];
  await vi.advanceTimersByTimeAsync(350);
  expect(waits.remainingMs()).toBe(650);
  await vi.advanceTimersByTimeAsync(50);
  await Promise.all(both);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(waits.remainingMs()).toBe(600);
  const last = waits.track(after(2_000));
  await vi.advanceTimersByTimeAsync(2_000);
  await last;
  expect(waits.remainingMs()).toBe(0);
});

it('is whole again for the next answer, also where something is still waited for', async () => {
  const waits = new WaitDeadline(MAX_MS);
  const long = waits.track(after(3_000));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(waits.remainingMs()).toBe(0);
  waits.renew();
  expect(waits.remainingMs()).toBe(MAX_MS);
  await vi.advanceTimersByTimeAsync(1_000);
  await long;
  waits.renew();
  expect(waits.remainingMs()).toBe(MAX_MS);
});

it('lets a request wait as long for room and for its turn together, and no longer', async () => {
  const room = createMemoryBudget({
    bytesPerServiceMax: 10,
    bytesMax: 100,
    waitMs: MAX_MS,
    refusal: 'Too many.',
  });
  const turns = createFairSemaphore({
    permitsMax: 1,
    permitsPerKeyMax: 1,
    waitingPerKeyMax: 9,
    waitMs: MAX_MS,
  });
  const [holder, waits] = [room(1), new WaitDeadline(MAX_MS)];
  await holder.reserve(10);
  const release = await turns.acquire(2);
  const hold = room(1, waits);
  const entered = hold.reserve(10);
  await vi.advanceTimersByTimeAsync(700);
  holder.release();
  await entered;
  let turn: unknown = 'waits';
  const taken = turns.acquire(1, { waitDeadline: waits }).then((got) => {
    turn = got;
    return got;
  });
  await vi.advanceTimersByTimeAsync(299);
  expect(turn).toBe('waits');
  await vi.advanceTimersByTimeAsync(1);
  expect(await taken).toBeUndefined();
  // Of a further read there is nothing left to wait with.
  const second = room(1, waits)
    .reserve(10)
    .catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(0);
  expect(await second).toMatchObject({ code: 'too_many_requests' });
  release?.();
  // What it need not wait for it has all the same.
  expect(await turns.acquire(1, { waitDeadline: waits })).toBeTypeOf('function');
});

it('is no bound on what is patient', async () => {
  const turns = createFairSemaphore({
    permitsMax: 1,
    permitsPerKeyMax: 1,
    waitingPerKeyMax: 0,
    waitMs: MAX_MS,
  });
  const release = await turns.acquire(1);
  const waits = new WaitDeadline(0);
  const patient = turns.acquire(1, { waitDeadline: waits, isNeverRefused: true });
  await vi.advanceTimersByTimeAsync(10 * MAX_MS);
  release?.();
  expect(await patient).toBeTypeOf('function');
});
