import { expect, it } from 'vitest';
import { createLogger } from '../../../src/log.ts';
import { createFairSemaphore } from '../../../src/scheduling/fair-semaphore.ts';
import { createReadiness } from '../../../src/server/readiness.ts';

const STUCK = 'heavy_operations_stuck';

function start() {
  const clock = { ms: 0 };
  const open = () =>
    createFairSemaphore({
      permitsMax: 2,
      permitsPerKeyMax: 1,
      waitingPerKeyMax: 9,
      waitMs: 60_000,
      now: () => clock.ms,
    });
  const permits = { graph: open(), rest: open() };
  const findTrouble = createReadiness({
    probeDatabase: async () => await Promise.resolve(undefined),
    isDraining: () => false,
    permits,
    log: createLogger('silent'),
  });
  return { clock, permits, findTrouble };
}

it.each(['graph', 'rest'] as const)(
  'is refused while all permits of %s have been held for over a minute',
  async (wire) => {
    const { clock, permits, findTrouble } = start();
    await permits[wire].acquire(1);
    clock.ms = 100_000;
    // One of two is held.
    expect(await findTrouble()).toBeUndefined();
    const release = await permits[wire].acquire(2);
    clock.ms = 160_000;
    expect(await findTrouble()).toBeUndefined();
    clock.ms = 160_001;
    expect(await findTrouble()).toBe(STUCK);
    release?.();
    expect(await findTrouble()).toBeUndefined();
  },
);

it('is not refused while permits pass from one holder to the next', async () => {
  const { clock, permits, findTrouble } = start();
  await permits.graph.acquire(1);
  for (let minute = 1; minute <= 3; minute += 1) {
    const release = await permits.graph.acquire(2);
    clock.ms += 60_000;
    expect(await findTrouble()).toBeUndefined();
    release?.();
  }
});

it('is refused until all processes serve, and before that where the process is drained', async () => {
  const { permits } = start();
  const state = { doAllServe: false, isDraining: false };
  const findTrouble = createReadiness({
    probeDatabase: async () => await Promise.resolve(undefined),
    isDraining: () => state.isDraining,
    doAllServe: () => state.doAllServe,
    permits,
    log: createLogger('silent'),
  });
  expect(await findTrouble()).toBe('processes_starting');
  state.doAllServe = true;
  expect(await findTrouble()).toBeUndefined();
  state.isDraining = true;
  expect(await findTrouble()).toBe('draining');
});
