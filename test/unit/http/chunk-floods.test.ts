import { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { ChunkFloodGuard } from '../../../src/http/backpressure/chunk-flood-guard.ts';
import { createTimeSlices } from '../../../src/scheduling/time-slices.ts';

/** Connections that are read, of a service or of nobody that is known. */
function setUp() {
  const floods = new ChunkFloodGuard(createTimeSlices(undefined, 0));
  const open = (serviceId?: number): Duplex => {
    const connection = new Duplex({ read: () => undefined, write: () => undefined });
    connection.resume();
    floods.open(connection);
    if (serviceId !== undefined) floods.assignService(connection, serviceId);
    return connection;
  };
  return { floods, open };
}

it('has others of the same service read on in turns, and those of other services at once', async () => {
  const { floods, open } = setUp();
  const [first, second, third, other, nobody] = [open(1), open(1), open(1), open(2), open()];
  floods.reportFlood(first);
  const held = (): boolean[] =>
    [first, second, third, other, nobody].map((connection) => connection.isPaused());
  expect(held()).toEqual([false, true, true, false, false]);
  // A second flood of the turn finds them held already.
  floods.reportFlood(first);
  const counts = new Set<number>();
  for (let turn = 0; turn < 20; turn += 1) {
    counts.add(held().filter(Boolean).length);
    await nextTurn();
  }
  expect([...counts]).toEqual([2, 1, 0]);
});

it('reads on who came last and who came first in turn, however many are between them', async () => {
  const { floods, open } = setUp();
  const first = open();
  const many = Array.from({ length: 50 }, () => open());
  floods.reportFlood(first);
  const last = open();
  await Promise.resolve();
  await new Promise<void>((resolve) => process.nextTick(resolve));
  expect(last.isPaused()).toBe(true);
  const order: string[] = [];
  for (const [name, one] of [...many.entries(), ['last', last] as const])
    one.once('resume', () => order.push(String(name)));
  await expect.poll(() => order.length).toBe(51);
  expect(order.slice(0, 3).toSorted()).toEqual(['0', '49', 'last']);
});

it('leaves alone what is paused for another reason', async () => {
  const { floods, open } = setUp();
  const [first, second] = [open(1), open(1)];
  second.pause();
  floods.reportFlood(first);
  for (let turn = 0; turn < 5; turn += 1) await nextTurn();
  expect(second.isPaused()).toBe(true);
});

it('takes a connection to be of whoever asked last, and of nobody at first', async () => {
  const { floods, open } = setUp();
  const [stranger, another, known] = [open(), open(), open(1)];
  expect(floods.getServiceId(stranger)).toBe(0);
  floods.reportFlood(stranger);
  expect([another, known].map((connection) => connection.isPaused())).toEqual([true, false]);
  await expect.poll(() => another.isPaused()).toBe(false);
  floods.assignService(another, 1);
  expect(floods.getServiceId(another)).toBe(1);
  floods.reportFlood(known);
  expect([another, stranger].map((connection) => connection.isPaused())).toEqual([true, false]);
});

it('holds no connection again before it was read once', async () => {
  const { floods, open } = setUp();
  const [first, second] = [open(), open()];
  // Both are being read by then.
  await nextTurn();
  floods.reportFlood(first);
  expect(second.isPaused()).toBe(true);
  await new Promise<void>((resolve) => second.once('resume', resolve));
  // Of this turn of the loop, in which what came on the second is still to be read.
  floods.reportFlood(first);
  expect(second.isPaused()).toBe(false);
  await nextTurn();
  await nextTurn();
  floods.reportFlood(first);
  expect(second.isPaused()).toBe(true);
});

it('keeps none that had gone before anybody knew whose it is', async () => {
  const { floods, open } = setUp();
  const [first, gone] = [open(1), open()];
  gone.destroy();
  await nextTurn();
  floods.assignService(gone, 1);
  gone.isPaused = () => false;
  let wasHeld = false;
  gone.pause = () => {
    wasHeld = true;
    return gone;
  };
  floods.reportFlood(first);
  expect(wasHeld).toBe(false);
});

it('forgets a connection that has gone, also one that is held', async () => {
  const { floods, open } = setUp();
  const [first, second, third] = [open(1), open(1), open(1)];
  third.destroy();
  await nextTurn();
  floods.reportFlood(first);
  expect(third.isPaused()).toBe(false);
  second.destroy();
  await nextTurn();
  await nextTurn();
  await nextTurn();
  floods.reportFlood(first);
  expect(second.destroyed).toBe(true);
});
