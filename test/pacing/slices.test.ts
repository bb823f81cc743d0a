import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createSlices } from '../../src/pacing/slices.ts';

/** A clock that moves only where the test has work take its time. */
function createClock() {
  let ms = 0;
  return { now: () => ms, pass: (passed: number) => void (ms += passed) };
}

it('is over once a turn of the loop has taken 5 ms, and begins anew with the next turn', async () => {
  const clock = createClock();
  const slices = createSlices(clock.now);
  expect(slices.isOver()).toBe(false);
  clock.pass(4);
  expect(slices.isOver()).toBe(false);
  clock.pass(1);
  expect(slices.isOver()).toBe(true);
  await nextTurn();
  await nextTurn();
  expect(slices.isOver()).toBe(false);
});

it('lets the keys take turns, one piece of work after the other, however many of one wait', async () => {
  const clock = createClock();
  const slices = createSlices(clock.now);
  const order: string[] = [];
  const work = async (key: number, name: string): Promise<void> => {
    await slices.wait(key);
    order.push(`${name} begins`);
    // What follows without waiting belongs to the piece.
    await Promise.resolve();
    await Promise.resolve();
    order.push(`${name} ends`);
  };
  const works = [work(1, 'a'), work(1, 'b'), work(1, 'c'), work(2, 'x')];
  await Promise.all(works);
  const names = ['a', 'x', 'b', 'c'];
  expect(order).toEqual(names.flatMap((name) => [`${name} begins`, `${name} ends`]));
});

it('gives the loop to what comes from outside between two pieces that take a slice each', async () => {
  const clock = createClock();
  const slices = createSlices(clock.now);
  const seen: string[] = [];
  const work = async (name: string): Promise<void> => {
    await slices.wait(1);
    seen.push(name);
    clock.pass(5);
  };
  const works = [work('first'), work('second'), work('third')];
  const others = Promise.withResolvers<void>();
  const other = (count: number): void => {
    seen.push('other');
    if (count > 1) setImmediate(other, count - 1);
    else others.resolve();
  };
  setImmediate(other, 2);
  await Promise.all([...works, others.promise]);
  expect(seen).toEqual(['first', 'other', 'second', 'other', 'third']);
});

it('gives the loop to others for as long as a piece held it that could not be cut', async () => {
  const clock = createClock();
  const slices = createSlices(clock.now);
  const seen: string[] = [];
  const work = async (key: number, name: string, ms: number): Promise<void> => {
    await slices.wait(key);
    seen.push(name);
    clock.pass(ms);
  };
  const startedAt = performance.now();
  const long = [work(1, 'long', 40), work(1, 'behind', 1)];
  await long[0];
  await Promise.all([work(2, 'another', 1), work(2, 'another', 1)]);
  expect(seen).toEqual(['long', 'another', 'another']);
  await long[1];
  expect(seen.at(-1)).toBe('behind');
  // A timer may fire a millisecond early.
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(39);
});

it('rests no longer than a tenth of a second, whatever the clock says', async () => {
  const clock = createClock();
  const slices = createSlices(clock.now);
  await slices.wait(1);
  clock.pass(3_600_000);
  await slices.wait(1);
  expect(slices.isOver()).toBe(false);
});
