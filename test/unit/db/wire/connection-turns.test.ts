import { describe, expect, it } from 'vitest';
import { ConnectionSemaphore } from '../../../../src/db/wire/connection-semaphore.ts';

const WAIT_MS = 60_000;

/** How many turns a service gets at once, which it then holds. */
function takeAll(turns: ConnectionSemaphore, serviceId: number): number {
  for (let taken = 0; ; taken += 1) {
    const waiting = turns.acquire(serviceId);
    if (waiting === undefined) continue;
    // Whoever waits is not looked at any more.
    waiting.catch(() => undefined);
    return taken;
  }
}

describe('turns at ten connections', () => {
  it('are nine, of which the first service that takes all it can gets six, a second two, a third one', () => {
    const turns = new ConnectionSemaphore({ poolSize: 10, waitMs: WAIT_MS });
    expect([1, 2, 3, 4].map((service) => takeAll(turns, service))).toEqual([6, 2, 1, 0]);
  });

  it('are given to what belongs to no service as long as there is one', () => {
    const turns = new ConnectionSemaphore({ poolSize: 10, waitMs: WAIT_MS });
    expect([1, 0].map((service) => takeAll(turns, service))).toEqual([6, 3]);
  });

  it('go to the services that wait in turn, however many of one wait', async () => {
    const turns = new ConnectionSemaphore({ poolSize: 2, waitMs: WAIT_MS });
    expect(turns.acquire(9)).toBeUndefined();
    const order: number[] = [];
    const waiting = [1, 1, 1, 2, 3].map(async (service) => {
      await turns.acquire(service);
      order.push(service);
      turns.release(service);
    });
    turns.release(9);
    await Promise.all(waiting);
    expect(order).toEqual([1, 2, 3, 1, 1]);
    expect(takeAll(turns, 1)).toBe(1);
  });

  it('are one at least, and who waits too long, or behind too many, is told so', async () => {
    const turns = new ConnectionSemaphore({ poolSize: 1, waitMs: 20 });
    expect(turns.acquire(1)).toBeUndefined();
    const waiting = Array.from({ length: 1_001 }, async () => await turns.acquire(1));
    const ends = await Promise.allSettled(waiting);
    expect(new Set(ends.map(({ status }) => status))).toEqual(new Set(['rejected']));
    await expect(waiting.at(-1)).rejects.toMatchObject({ code: 'service_unavailable' });
    turns.release(1);
    expect(turns.acquire(1)).toBeUndefined();
  });
});
