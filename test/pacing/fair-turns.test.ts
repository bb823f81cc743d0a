import { expect, it, vi } from 'vitest';
import { createFairTurns, type Release } from '../../src/pacing/fair-turns.ts';

const OPTIONS = { max: 2, maxOfKey: 1, waitingOfKey: 2, waitMs: 60_000 };

it('gives each key its turn, in the order of the keys and not of who asked first', async () => {
  const turns = createFairTurns(OPTIONS);
  const order: string[] = [];
  const releases: Release[] = [];
  const enter = async (key: number, name: string): Promise<void> => {
    const release = await turns.take(key);
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

it('refuses at once who comes when enough of the key wait, and later who has waited for too long', async () => {
  vi.useFakeTimers();
  const turns = createFairTurns({ ...OPTIONS, waitingOfKey: 1, waitMs: 1_000 });
  const first = await turns.take(1);
  const second = turns.take(1);
  expect(await turns.take(1)).toBeUndefined();
  vi.advanceTimersByTime(1_000);
  expect(await second).toBeUndefined();
  vi.useRealTimers();
  first?.();
  // Whoever gave up is not in the way, and a turn is given back once only.
  first?.();
  const last = await turns.take(1);
  expect(last).toBeTypeOf('function');
  expect(await turns.take(2)).toBeTypeOf('function');
});
