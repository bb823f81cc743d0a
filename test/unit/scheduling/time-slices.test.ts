import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createTimeSlices } from '../../../src/scheduling/time-slices.ts';

/** A clock that moves only where the test has work take its time. */
function createClock() {
  let ms = 0;
  return { now: () => ms, pass: (passed: number) => void (ms += passed) };
}

it('is over once a turn of the loop has taken 1 ms, and begins anew with the next turn', async () => {
  const clock = createClock();
  const slices = createTimeSlices(clock.now);
  expect(slices.isOver()).toBe(false);
  clock.pass(0.75);
  expect(slices.isOver()).toBe(false);
  clock.pass(0.25);
  expect(slices.isOver()).toBe(true);
  await nextTurn();
  await nextTurn();
  expect(slices.isOver()).toBe(false);
});

it('lets the keys take turns, one piece of work after the other, however many of one wait', async () => {
  const clock = createClock();
  const slices = createTimeSlices(clock.now);
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
  const slices = createTimeSlices(clock.now);
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

it('leaves three turns in a row to those who connect, and has one piece in the fourth', async () => {
  const slices = createTimeSlices(createClock().now);
  const order: string[] = [];
  const works = ['first', 'second'].map(async (name) => {
    await slices.wait(1);
    order.push(name);
  });
  expect(slices.isOver()).toBe(false);
  for (let turn = 1; turn <= 8; turn += 1) {
    slices.yieldToConnections();
    expect(slices.isOver()).toBe(true);
    await nextTurn();
    order.push(`turn ${turn}`);
  }
  await Promise.all(works);
  expect(order.filter((one) => one !== 'first' && one !== 'second')).toHaveLength(8);
  const gap = order.indexOf('second') - order.indexOf('first');
  expect(order.indexOf('first')).toBeGreaterThanOrEqual(3);
  expect(gap).toBeGreaterThanOrEqual(4);
});

it('has one piece in each turn of the loop where a slice is nothing', async () => {
  const spare = createTimeSlices(createClock().now, 0);
  const order: string[] = [];
  const works = ['first', 'second'].map(async (name) => {
    expect(spare.isOver()).toBe(true);
    await spare.wait(1);
    order.push(name);
    setImmediate(() => order.push('turn'));
  });
  await Promise.all(works);
  await nextTurn();
  expect(order.slice(0, 3)).toEqual(['first', 'turn', 'second']);
});

describe('a piece that could not be cut', () => {
  it('is followed by as long a rest of its key, which others have', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const clock = createClock();
    const slices = createTimeSlices(clock.now);
    const order: string[] = [];
    const hold = async (name: string, key: number, ms: number): Promise<void> => {
      slices.noteRequest(key);
      await slices.wait(key);
      clock.pass(ms);
      order.push(name);
    };
    const long = hold('long', 1, 60);
    const behind = hold('behind', 1, 0);
    await long;
    await Promise.all([hold('another', 2, 0), hold('another', 2, 0)]);
    vi.advanceTimersByTime(59);
    await nextTurn();
    await nextTurn();
    expect(order).toEqual(['long', 'another', 'another']);
    vi.advanceTimersByTime(1);
    await behind;
    expect(order).toEqual(['long', 'another', 'another', 'behind']);
  });

  it('is followed by a rest where another has asked since, however long ago its own request came', async () => {
    const clock = createClock();
    const slices = createTimeSlices(clock.now);
    slices.noteRequest(1);
    slices.noteRequest(2);
    clock.pass(5_000);
    await slices.wait(1);
    clock.pass(50);
    const startedAt = performance.now();
    await slices.wait(1);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(49);
  });

  it('is followed by no rest where its key is alone', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const clock = createClock();
    const slices = createTimeSlices(clock.now);
    slices.noteRequest(2);
    clock.pass(2_000);
    slices.noteRequest(1);
    clock.pass(2_000);
    for (let n = 0; n < 20; n += 1) {
      await slices.wait(1);
      clock.pass(90);
      await nextTurn();
      expect(vi.getTimerCount()).toBe(0);
    }
  });
});

it('leaves many turns to those who connect where nobody waits for the work, and not all of them', async () => {
  const spare = createTimeSlices(createClock().now, 0);
  let isTaken = false;
  void spare.wait(1).then(() => (isTaken = true));
  const connect = async (turns: number): Promise<void> => {
    for (let turn = 0; turn < turns; turn += 1) {
      spare.yieldToConnections();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  await connect(20);
  expect(isTaken).toBe(false);
  await connect(20);
  expect(isTaken).toBe(true);
});
