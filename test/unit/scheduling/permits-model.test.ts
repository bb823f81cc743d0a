import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createFairSemaphore, type Release } from '../../../src/scheduling/fair-semaphore.ts';
import { createMemoryBudget } from '../../../src/scheduling/memory-budget.ts';
import { createSemaphore } from '../../../src/scheduling/semaphore.ts';
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
const onOne = (kind: 'release' | 'abort' | 'allow') =>
  fc.record({ kind: fc.constant(kind), index });

const acquire = fc.record({
  kind: fc.constant('acquire'),
  key,
  isNeverRefused: fc.boolean(),
  canEnter: fc.boolean(),
  hasDeadline: fc.boolean(),
});

it('every acquisition of a permit settles, and all permits are free in the end', async () => {
  const step = fc.oneof(acquire, onOne('release'), onOne('abort'), onOne('allow'), time);
  const property = fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
    const max = 2;
    const semaphore = createFairSemaphore({
      permitsMax: max,
      permitsPerKeyMax: 1,
      waitingPerKeyMax: 3,
      waitMs: WAIT_MS,
    });
    const waiters = new Waiters();
    const held: Release[] = [];
    const requests: { controller: AbortController; allow: () => void }[] = [];
    let heldCount = 0;
    const hold = (release: Release | undefined): void => {
      if (release === undefined) return;
      heldCount += 1;
      expect(heldCount).toBeLessThanOrEqual(max);
      held.push(() => {
        heldCount -= 1;
        release();
        // A second call changes nothing.
        release();
      });
    };
    const start = (asked: {
      key: number;
      isNeverRefused: boolean;
      canEnter: boolean;
      hasDeadline: boolean;
    }) => {
      let { canEnter } = asked;
      const controller = new AbortController();
      const waitDeadline = asked.hasDeadline ? new WaitDeadline(WAIT_MS / 2) : undefined;
      const { isNeverRefused } = asked;
      const { signal } = controller;
      const needs = { isNeverRefused, waitDeadline, tryReserve: () => canEnter, signal };
      waiters.add(semaphore.acquire(asked.key, needs), hold);
      requests.push({ controller, allow: () => (canEnter = true) });
    };
    for (const one of steps) {
      if ('ms' in one) await pass(one.ms);
      else if ('key' in one) start(one);
      else if (one.kind === 'release') held.splice(one.index % Math.max(1, held.length), 1)[0]?.();
      else if (one.kind === 'abort') requests[one.index]?.controller.abort();
      else requests[one.index]?.allow();
      await flush();
    }
    for (
      let round = 0;
      round <= requests.length && (waiters.pending > 0 || held.length > 0);
      round += 1
    ) {
      for (const release of held.splice(0)) release();
      await pass(WAIT_MS + 250);
    }
    expect(waiters.pending).toBe(0);
    expect(semaphore.getExhaustedMs()).toBe(0);
    for (const newKey of [8, 9]) waiters.add(semaphore.acquire(newKey), hold);
    await flush();
    expect({ pending: waiters.pending, heldCount }).toEqual({ pending: 0, heldCount: max });
  });
  await fc.assert(property, RUNS);
});

it('every reservation of memory settles, and nothing is reserved once its requests are over', async () => {
  const bytes = fc.integer({ min: 1, max: 150 });
  const open = fc.record({ kind: fc.constant('open'), key });
  const reserve = fc.record({ kind: fc.constant('reserve'), index, bytes });
  const add = fc.record({ kind: fc.constant('add'), index, bytes });
  const settle = fc.record({ kind: fc.constant('settle'), index, bytes });
  const change = fc.record({
    kind: fc.constantFrom('exempt' as const, 'disableTimeout' as const, 'release' as const),
    index,
  });
  const step = fc.oneof(open, reserve, reserve, settle, add, change, time);
  const property = fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
    const bytesMax = 200;
    const rules = { bytesPerServiceMax: 100, bytesMax, waitMs: WAIT_MS, refusal: 'Full.' };
    const room = createMemoryBudget(rules);
    const waiters = new Waiters();
    const holds = [room(1)];
    const reserved: ((bytes: number) => void)[] = [];
    for (const one of steps) {
      if ('ms' in one) await pass(one.ms);
      else if ('key' in one) holds.push(room(one.key, new WaitDeadline(WAIT_MS)));
      else if ('bytes' in one) {
        const hold = holds[one.index % holds.length];
        if (one.kind === 'add') hold?.add(one.bytes);
        else if (one.kind === 'settle') reserved[one.index]?.(one.bytes);
        else if (hold !== undefined)
          waiters.add(hold.reserve(one.bytes), (settled) => reserved.push(settled));
      } else holds[one.index % holds.length]?.[one.kind]();
      await flush();
    }
    for (const hold of holds) hold.release();
    await flush();
    expect(waiters.pending).toBe(0);
    // What settles after the end of its request counts no more.
    for (const settled of reserved) settled(50);
    const [whole, second] = [room(7), room(8)];
    waiters.add(whole.reserve(bytesMax));
    await flush();
    expect(waiters.pending).toBe(0);
    waiters.add(second.reserve(1));
    await flush();
    expect(waiters.pending).toBe(1);
    whole.release();
    await flush();
    expect(waiters.pending).toBe(0);
    second.release();
  });
  await fc.assert(property, RUNS);
});

it('every piece of work in semaphore settles, however the others end', async () => {
  const run = fc.record({ kind: fc.constant('run'), isSound: fc.boolean() });
  const end = fc.record({ kind: fc.constant('end'), index });
  const property = fc.asyncProperty(
    fc.array(fc.oneof(run, end), { maxLength: 30 }),
    async (steps) => {
      const takeTurn = createSemaphore(2);
      const waiters = new Waiters();
      const running: (() => void)[] = [];
      const start = (isSound: boolean): void => {
        const work = Promise.withResolvers<void>();
        const finish = (): void => (isSound ? work.resolve() : work.reject(new Error('failed')));
        waiters.add(
          takeTurn(async () => {
            running.push(finish);
            expect(running.length).toBeLessThanOrEqual(2);
            await work.promise;
          }),
        );
      };
      for (const one of steps) {
        if ('isSound' in one) start(one.isSound);
        else running.splice(one.index % Math.max(1, running.length), 1)[0]?.();
        await flush();
      }
      for (let round = 0; round < steps.length && waiters.pending > 0; round += 1) {
        for (const finish of running.splice(0)) finish();
        await flush();
      }
      expect(waiters.pending).toBe(0);
      start(true);
      start(true);
      await flush();
      expect(running).toHaveLength(2);
    },
  );
  await fc.assert(property, RUNS);
});
