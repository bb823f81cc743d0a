import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createReadSemaphores } from '../../../src/db/batching/read-semaphores.ts';
import { createReaders } from '../../../src/extraction/reader/readers.ts';
import { limitSendTime, waitForDrain } from '../../../src/http/backpressure/send-timeout.ts';
import { createMemoryBudget } from '../../../src/scheduling/memory-budget.ts';
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

it('every reader that is waited for is acquired, and all are free in the end', async () => {
  const acquire = fc.record({ kind: fc.constantFrom('acquire' as const, 'try' as const), key });
  const end = fc.record({ kind: fc.constant('release' as const), index });
  const steps = fc.array(fc.oneof(acquire, acquire, end), { maxLength: 40 });
  const property = fc.asyncProperty(steps, async (all) => {
    const readers = createReaders(2);
    const waiters = new Waiters();
    const held: (() => void)[] = [];
    const hold = (reader: { release: () => void } | undefined): void => {
      if (reader === undefined) return;
      held.push(() => {
        reader.release();
        // A second call changes nothing.
        reader.release();
      });
      expect(held.length).toBeLessThanOrEqual(2);
    };
    for (const step of all) {
      if (step.kind === 'acquire') waiters.add(readers.acquire(step.key), hold);
      else if (step.kind === 'try') hold(readers.tryAcquire(step.key));
      else if ('index' in step) held.splice(step.index % Math.max(1, held.length), 1)[0]?.();
      await flush();
      expect(readers.getStats()).toMatchObject({ busy: held.length, waiting: waiters.pending });
    }
    for (let round = 0; round <= all.length && held.length > 0; round += 1) {
      for (const release of held.splice(0)) release();
      await flush();
    }
    expect(waiters.pending).toBe(0);
    expect(readers.getStats()).toMatchObject({ busy: 0, waiting: 0 });
    expect([readers.tryAcquire(8), readers.tryAcquire(9)]).not.toContain(undefined);
  });
  await fc.assert(property, RUNS);
});

it('every read of a service settles, whatever its rows take and whichever reservation is refused', async () => {
  const read = fc.record({
    kind: fc.constant('read' as const),
    key,
    isLarge: fc.boolean(),
    isSound: fc.boolean(),
    hasReservation: fc.boolean(),
  });
  const end = fc.record({ kind: fc.constant('end' as const), index });
  const steps = fc.array(fc.oneof(read, read, end, time), { maxLength: 40 });
  const property = fc.asyncProperty(steps, async (all) => {
    const readWithPermit = createReadSemaphores();
    const rules = { bytesPerServiceMax: 3_000_000, bytesMax: 4_000_000, waitMs: WAIT_MS };
    const budget = createMemoryBudget({ ...rules, refusal: 'Full.' });
    const waiters = new Waiters();
    const running: (() => void)[] = [];
    const reservations: { release: () => void }[] = [];
    const start = (
      serviceId: number,
      { isLarge = false, isSound = true, hasReservation = false },
    ) => {
      const rows = Promise.withResolvers<number[]>();
      const reservation = hasReservation ? budget(serviceId) : undefined;
      if (reservation !== undefined) reservations.push(reservation);
      const finish = (): void =>
        isSound ? rows.resolve([isLarge ? 2_000_000 : 10]) : rows.reject(new Error('failed'));
      const run = async (): Promise<number[]> => {
        running.push(finish);
        return await rows.promise;
      };
      const options = { bytesOf: (bytes: number) => bytes, reservation };
      waiters.add(readWithPermit(serviceId, run, options));
    };
    for (const step of all) {
      if (step.kind === 'time') await pass(step.ms);
      else if (step.kind === 'read') start(step.key, step);
      else running.splice(step.index % Math.max(1, running.length), 1)[0]?.();
      await flush();
    }
    for (let round = 0; round <= 2 * all.length && waiters.pending > 0; round += 1) {
      for (const finish of running.splice(0)) finish();
      await pass(WAIT_MS + 250);
    }
    expect(waiters.pending).toBe(0);
    for (const reservation of reservations) reservation.release();
    for (const serviceId of [8, 8, 8, 8]) start(serviceId, {});
    await flush();
    expect(running).toHaveLength(4);
  });
  await fc.assert(property, RUNS);
});

it('every wait for a slow reader ends, and its limit is lifted once', async () => {
  const wait = fc.record({ kind: fc.constantFrom('drain' as const, 'limit' as const) });
  const event = fc.record({
    kind: fc.constant('event' as const),
    name: fc.constantFrom('drain', 'close'),
  });
  const steps = fc.array(fc.oneof(wait, event, time), { maxLength: 30 });
  const property = fc.asyncProperty(steps, async (all) => {
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    const countListeners = (): number =>
      response.listenerCount('drain') + response.listenerCount('close');
    const listenersBefore = countListeners();
    const waiters = new Waiters();
    let limits = 0;
    let ends = 0;
    for (const step of all) {
      if (step.kind === 'time') await pass(step.ms);
      else if (step.kind === 'event') response.emit(step.name);
      else if (step.kind === 'drain') waiters.add(waitForDrain(response, WAIT_MS));
      else {
        limits += 1;
        const timeout = { stallMs: WAIT_MS, bytesPerSecondMin: 1_000 };
        limitSendTime(response, { bytes: 500, timeout, onEnd: () => (ends += 1) });
      }
      await flush();
      expect(ends).toBeLessThanOrEqual(limits);
    }
    await pass(2 * WAIT_MS);
    expect([waiters.pending, ends, countListeners()]).toEqual([0, limits, listenersBefore]);
  });
  await fc.assert(property, RUNS);
});
