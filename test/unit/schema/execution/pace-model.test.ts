import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Caller } from '../../../../src/auth/caller.ts';
import { BatchSchedule } from '../../../../src/scheduling/batch-schedule.ts';
import type { Client } from '../../../../src/scheduling/client.ts';
import { createFairSemaphore, type Release } from '../../../../src/scheduling/fair-semaphore.ts';
import { Pace } from '../../../../src/schema/execution/pace.ts';
import { flush, pass, Waiters } from '../../../support/probes/waiters.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const WAIT_MS = 1_000;
const SLICES = { isOver: () => true, wait: async () => await flush() };

function callerOf(serviceId: number): Caller {
  const documents = { trustedOnly: false, version: 1 };
  return { kind: 'key', serviceId, service: 'a', apiKeyId: 1, scopes: new Set(), documents };
}

/** A request: its execution, and how its client leaves or its end releases what it holds. */
function openRequest(turns: ReturnType<typeof createFairSemaphore>, serviceId: number) {
  const gone = new AbortController();
  const releases: Release[] = [];
  let isClosed = false;
  const client: Client = {
    isDisconnected: () => gone.signal.aborted,
    abortSignal: () => gone.signal,
    releaseAtEnd: (release) => {
      if (isClosed) release();
      else releases.push(release);
      return release;
    },
    reserveMemory: () => true,
    releaseMemory: () => undefined,
  };
  const rules = { bytesMax: 1_000_000, permits: turns, slices: SLICES };
  const pace = new Pace(rules, {
    caller: callerOf(serviceId),
    client,
    reading: new BatchSchedule(),
  });
  const close = (): void => {
    isClosed = true;
    gone.abort();
    for (const release of releases) release();
  };
  return { pace, leave: () => gone.abort(), close };
}

type Request = ReturnType<typeof openRequest>;

const ACTIONS: Record<string, (request: Request, waiters: Waiters) => void> = {
  begin: ({ pace }, waiters) => waiters.add(pace.begin(100_000)),
  next: ({ pace }, waiters) => waiters.add(pace.waitToContinue()),
  write: ({ pace }, waiters) => waiters.add(pace.beginWriting()),
  change: ({ pace }) => pace.beginMutation(),
  tell: ({ pace }) => pace.markChangeMade(),
  open: ({ pace }) => {
    for (let count = 1; count <= 500; count += 1) pace.addPending();
  },
  close: ({ pace }) => pace.removePending(),
  end: ({ pace }) => pace.end(),
  leave: ({ leave }) => leave(),
  grow: ({ pace }) => countCaught(pace, 300_000),
  burst: ({ pace }) => countCaught(pace, 2_000_000),
};

/** Counts bytes, and passes over the refusal: what waits receives it as well. */
function countCaught(pace: Pace, bytes: number): void {
  try {
    pace.count(bytes);
  } catch (error) {
    expect(error).toBeInstanceOf(Error);
  }
}

it('whatever waits in an execution settles by the end of its request, and its permit is free', async () => {
  const action = fc.record({
    name: fc.constantFrom(...Object.keys(ACTIONS)),
    index: fc.nat({ max: 3 }),
  });
  const time = fc.record({ ms: fc.integer({ min: 1, max: 1_500 }) });
  const steps = fc.array(fc.oneof({ weight: 6, arbitrary: action }, time), { maxLength: 30 });
  const property = fc.asyncProperty(steps, fc.boolean(), async (all, doesEnd) => {
    const turns = createFairSemaphore({
      permitsMax: 2,
      permitsPerKeyMax: 1,
      waitingPerKeyMax: 2,
      waitMs: WAIT_MS,
    });
    const requests = [1, 1, 2, 3].map((serviceId) => openRequest(turns, serviceId));
    const waiters = new Waiters();
    for (const one of all) {
      const request = 'ms' in one ? undefined : requests[one.index];
      if ('ms' in one) await pass(one.ms);
      else if (request !== undefined) ACTIONS[one.name]?.(request, waiters);
      await flush();
    }
    // The execution may never end by itself: the request does.
    for (const { pace, close } of requests) {
      if (doesEnd) pace.end();
      close();
    }
    for (let round = 0; round <= requests.length; round += 1) await pass(WAIT_MS + 250);
    const permits: unknown[] = [];
    for (const serviceId of [8, 9])
      waiters.add(turns.acquire(serviceId), (permit) => permits.push(permit));
    await flush();
    expect(permits).toEqual([expect.any(Function), expect.any(Function)]);
    for (const { pace } of requests) pace.end();
    await pass(WAIT_MS);
    expect(waiters.pending).toBe(0);
  });
  await fc.assert(property, { numRuns: 60 });
});
