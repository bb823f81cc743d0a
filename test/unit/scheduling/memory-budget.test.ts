import { expect, it } from 'vitest';
import { createMemoryBudget } from '../../../src/scheduling/memory-budget.ts';
import type { MemoryReservation } from '../../../src/scheduling/memory-reservation.ts';

const SERVICE = 1;
const WAIT_MS = 60_000;

function create(waitMs = WAIT_MS, bytesMax = 1_000_000) {
  const room = createMemoryBudget({
    bytesPerServiceMax: 100,
    bytesMax,
    waitMs,
    refusal: 'Too many.',
  });
  const entered: string[] = [];
  const ask = async (name: string, hold: MemoryReservation, bytes: number) => {
    const settle = await hold.reserve(bytes);
    entered.push(name);
    return settle;
  };
  return { room, entered, ask };
}

const settled = async (): Promise<void> => await new Promise((resolve) => setImmediate(resolve));

it('lets in as much as there is room for, and one alone whatever its size', async () => {
  const { room, entered, ask } = create();
  const [large, small, other] = [room(SERVICE), room(SERVICE), room(2)];
  await ask('large', large, 1_000);
  const waiting = ask('small', small, 1);
  await ask('of another service', other, 1_000);
  await settled();
  expect(entered).toEqual(['large', 'of another service']);
  large.release();
  await waiting;
  expect(entered).toHaveLength(3);
});

it('counts what rows have once they are read', async () => {
  const { room, entered, ask } = create();
  const tell = await ask('first', room(SERVICE), 90);
  const waiting = ask('second', room(SERVICE), 90);
  await settled();
  expect(entered).toEqual(['first']);
  tell(10);
  await waiting;
  const third = ask('third', room(SERVICE), 10);
  await settled();
  expect(entered).toEqual(['first', 'second']);
  tell(0);
  await third;
  expect(entered).toHaveLength(3);
});

it('keeps neither who has held for longest waiting, nor who has what others wait for', async () => {
  const { room, entered, ask } = create();
  const [oldest, second, free] = [room(SERVICE), room(SERVICE), room(SERVICE)];
  await ask('oldest', oldest, 60);
  await ask('second', second, 40);
  void ask('second again', second, 60);
  const passing = ask('free', free, 60);
  await ask('oldest again', oldest, 60);
  expect(entered).toEqual(['oldest', 'second', 'oldest again']);
  free.exempt();
  await passing;
  expect(entered.at(-1)).toBe('free');
  oldest.release();
  await settled();
  // It has become the oldest.
  expect(entered.at(-1)).toBe('second again');
});

it('refuses who has waited for too long, and lets the next ones in', async () => {
  const { room, entered, ask } = create(1);
  await ask('first', room(SERVICE), 50);
  const refused = ask('too large', room(SERVICE), 60);
  const next = ask('fits', room(SERVICE), 50);
  await expect(refused).rejects.toMatchObject({ code: 'too_many_requests' });
  await next.catch(() => undefined);
  expect(entered[0]).toBe('first');
  expect(entered).not.toContain('too large');
});

it('forgets what is held once a request is answered, however late its rows come', async () => {
  const { room, entered, ask } = create();
  const gone = room(SERVICE);
  const tell = await ask('gone', gone, 90);
  gone.release();
  tell(90);
  await ask('next', room(SERVICE), 90);
  expect(entered).toEqual(['gone', 'next']);
});

it('holds no more for many services than there is room for together, and lets them in by turns', async () => {
  const { room, entered, ask } = create(WAIT_MS, 250);
  const greedy = [room(1), room(1), room(1), room(1)];
  const reads = greedy.map(async (hold, n) => await ask(`1 ${n}`, hold, 50));
  const others = [2, 3, 4, 5].map((serviceId) => room(serviceId));
  const later = others.map(async (hold, n) => await ask(`${n + 2}`, hold, 50));
  await settled();
  // Two of the first service are as much as it may have; there is room for five of all.
  expect(entered).toEqual(['1 0', '1 1', '2', '3', '4']);
  greedy[0]?.release();
  await settled();
  // Its last turn is longest ago, and then the others have theirs first.
  expect(entered.slice(5)).toEqual(['1 2']);
  greedy[1]?.release();
  await settled();
  expect(entered.slice(6)).toEqual(['5']);
  others[0]?.release();
  await settled();
  expect(entered.slice(7)).toEqual(['1 3']);
  await Promise.all([...reads, ...later]);
});

it('keeps a large read of one service waiting behind no others that came later', async () => {
  const { room, entered, ask } = create(WAIT_MS, 100);
  const [first, second, large, small] = [room(1), room(2), room(3), room(4)];
  await ask('first', first, 40);
  await ask('second', second, 40);
  const waiting = [ask('large', large, 90), ask('small', small, 10)];
  await settled();
  expect(entered).toEqual(['first', 'second']);
  first.release();
  second.release();
  await Promise.all(waiting);
  expect(entered.slice(2)).toEqual(['large', 'small']);
});

it('refuses nobody who insists, however long it waits', async () => {
  const { room, entered, ask } = create(1);
  const [first, change, query] = [room(SERVICE), room(SERVICE), room(SERVICE)];
  await ask('first', first, 100);
  change.disableTimeout();
  const patient = ask('change', change, 100);
  // It comes later, and is refused first.
  await expect(ask('query', query, 100)).rejects.toMatchObject({ code: 'too_many_requests' });
  expect(entered).toEqual(['first']);
  first.release();
  await patient;
  expect(entered).toEqual(['first', 'change']);
});

it('counts what was read without room, and reads nothing more for a request that is answered', async () => {
  const { room, entered, ask } = create();
  const [unknown, next] = [room(SERVICE), room(SERVICE)];
  unknown.add(100);
  const waiting = ask('next', next, 10);
  const behind = ask('behind', room(SERVICE), 10);
  await settled();
  expect(entered).toEqual([]);
  next.release();
  await expect(waiting).rejects.toMatchObject({ code: 'too_many_requests' });
  unknown.release();
  await behind;
  expect(entered).toEqual(['behind']);
});
