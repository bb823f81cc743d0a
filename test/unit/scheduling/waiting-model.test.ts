import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { ConnectionSemaphore } from '../../../src/db/wire/connection-semaphore.ts';
import { BatchSchedule } from '../../../src/scheduling/batch-schedule.ts';
import { FairQueue } from '../../../src/scheduling/fair-queue.ts';
import { createTimeSlices } from '../../../src/scheduling/time-slices.ts';
import { WaitDeadline } from '../../../src/scheduling/wait-deadline.ts';
import { flush, pass, Waiters } from '../../support/probes/waiters.ts';
import {
  index,
  key,
  RUNS,
  time,
  useModelTime,
  WAIT_MS,
} from '../../support/probes/waiting-steps.ts';

useModelTime();

it('every item of a fair queue leaves it once, by its turn or by its removal', () => {
  const push = fc.record({ kind: fc.constant('push' as const), key });
  const take = fc.record({ kind: fc.constantFrom('shift' as const, 'remove' as const), index });
  const property = fc.property(fc.array(fc.oneof(push, take), { maxLength: 60 }), (steps) => {
    const queue = new FairQueue<{ key: number }>();
    const waiting = new Set<{ key: number }>();
    for (const one of steps) {
      const pushed = [...waiting];
      if (one.kind === 'push') {
        const item = { key: one.key };
        waiting.add(item);
        queue.push(one.key, item);
      } else if (one.kind === 'shift') {
        const next = queue.shift((of) => of !== one.index % 4);
        expect(next === undefined).toBe(pushed.every((item) => item.key === one.index % 4));
        if (next !== undefined) expect(waiting.delete(next.item)).toBe(true);
      } else {
        const item = pushed[one.index % Math.max(1, pushed.length)] ?? { key: 1 };
        expect(queue.remove(item.key, item)).toBe(waiting.delete(item));
        expect(queue.has(item.key, item)).toBe(false);
      }
      expect(queue.length).toBe(waiting.size);
    }
    for (let next = queue.shift(); next !== undefined; next = queue.shift())
      expect(waiting.delete(next.item)).toBe(true);
    expect([waiting.size, queue.length, queue.getLengths().size]).toEqual([0, 0, 0]);
  });
  fc.assert(property, RUNS);
});

it('everyone who waits for a connection settles, and all connections are free in the end', async () => {
  const take = fc.record({
    kind: fc.constant('take' as const),
    key: fc.integer({ min: 0, max: 3 }),
  });
  const leave = fc.record({ kind: fc.constant('leave' as const), index });
  const step = fc.oneof(take, take, leave, time);
  const property = fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
    const turns = new ConnectionSemaphore({ poolSize: 4, waitMs: WAIT_MS });
    const waiters = new Waiters();
    const held: number[] = [];
    const hold = (serviceId: number): void => {
      held.push(serviceId);
      expect(held.length).toBeLessThanOrEqual(3);
    };
    for (const one of steps) {
      if (one.kind === 'time') await pass(one.ms);
      else if (one.kind === 'take') {
        const turn = turns.acquire(one.key);
        if (turn === undefined) hold(one.key);
        else waiters.add(turn, () => hold(one.key));
      } else {
        const [serviceId] = held.splice(one.index % Math.max(1, held.length), 1);
        if (serviceId !== undefined) turns.release(serviceId);
      }
      await flush();
    }
    for (let round = 0; round <= steps.length && held.length > 0; round += 1) {
      for (const serviceId of held.splice(0)) turns.release(serviceId);
      await flush();
    }
    expect(waiters.pending).toBe(0);
    expect([turns.getCounts().held.size, turns.getCounts().waiting.size]).toEqual([0, 0]);
    expect([turns.acquire(0), turns.acquire(0), turns.acquire(0)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
  await fc.assert(property, RUNS);
});

it('everyone who waits for a slice goes on, however long the pieces before it take', async () => {
  const wait = fc.record({ kind: fc.constant('wait' as const), key, ms: fc.nat({ max: 200 }) });
  const hear = fc.record({ kind: fc.constant('hear' as const), key });
  const way = fc.record({ kind: fc.constant('way' as const) });
  const sliceMs = fc.constantFrom(0, 1);
  const steps = fc.array(fc.oneof(wait, wait, hear, way, time), { maxLength: 30 });
  const property = fc.asyncProperty(steps, sliceMs, async (all, slice) => {
    let nowMs = 0;
    const slices = createTimeSlices(() => nowMs, slice);
    const waiters = new Waiters();
    const isOver = (): boolean => waiters.pending === 0;
    for (const one of all) {
      if (one.kind === 'wait')
        waiters.add(slices.wait(one.key), () => {
          nowMs += one.ms;
        });
      else if (one.kind === 'hear') slices.noteRequest(one.key);
      else if (one.kind === 'way') slices.yieldToConnections();
      else {
        nowMs += one.ms;
        await pass(one.ms);
      }
    }
    for (let turn = 0; turn < 50 * (all.length + 1) && !isOver(); turn += 1) {
      nowMs += 100;
      await pass(100);
    }
    expect(waiters.pending).toBe(0);
  });
  await fc.assert(property, RUNS);
});

it('every held call is made once when nobody holds any more', async () => {
  const kind = fc.constantFrom('hold' as const, 'release' as const, 'call' as const);
  const property = fc.asyncProperty(fc.array(kind, { maxLength: 30 }), async (steps) => {
    const calls = new BatchSchedule();
    let holders = 0;
    let asked = 0;
    let made = 0;
    for (const one of steps) {
      if (one === 'hold') {
        calls.suspend();
        holders += 1;
      } else if (one === 'release' && holders > 0) {
        calls.resume();
        holders -= 1;
      } else if (one === 'call') {
        asked += 1;
        calls.schedule(() => (made += 1));
      }
      if (asked % 2 === 0) await flush();
    }
    for (; holders > 0; holders -= 1) calls.resume();
    await flush();
    await flush();
    expect(made).toBe(asked);
  });
  await fc.assert(property, RUNS);
});

it('an allowance settles with what it counts, and counts no time while nothing waits', async () => {
  const begin = fc.record({ kind: fc.constant('begin' as const) });
  const end = fc.record({ kind: fc.constant('end' as const), index, isSound: fc.boolean() });
  const renew = fc.record({ kind: fc.constant('renew' as const) });
  const step = fc.oneof(begin, end, renew, time);
  const property = fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
    const waits = new WaitDeadline(WAIT_MS);
    const waiters = new Waiters();
    const open: PromiseWithResolvers<void>[] = [];
    for (const one of steps) {
      if (one.kind === 'time') await pass(one.ms);
      else if (one.kind === 'renew') waits.renew();
      else if (one.kind === 'begin') {
        const work = Promise.withResolvers<void>();
        open.push(work);
        waiters.add(waits.track(work.promise));
      } else {
        const [work] = open.splice(one.index % Math.max(1, open.length), 1);
        if (one.isSound) work?.resolve();
        else work?.reject(new Error('refused'));
      }
      await flush();
      expect(waits.remainingMs()).toBeGreaterThanOrEqual(0);
      expect(waits.remainingMs()).toBeLessThanOrEqual(WAIT_MS);
    }
    for (const work of open) work.resolve();
    await flush();
    const leftMs = waits.remainingMs();
    await pass(10_000);
    expect([waiters.pending, waits.remainingMs()]).toEqual([0, leftMs]);
  });
  await fc.assert(property, RUNS);
});
