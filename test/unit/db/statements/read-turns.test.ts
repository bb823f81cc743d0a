import { expect, it } from 'vitest';
import { createReadSemaphores } from '../../../../src/db/batching/read-semaphores.ts';
import { createMemoryBudget } from '../../../../src/scheduling/memory-budget.ts';
import type { MemoryReservation } from '../../../../src/scheduling/memory-reservation.ts';

const [BUSY, OTHER] = [1, 2];
const BYTES = { small: 1_000, large: 2_000_000 };

const settle = async (): Promise<void> => await new Promise((resolve) => setImmediate(resolve));
const fail = async (): Promise<never[]> => await Promise.reject(new Error('broken'));

/** Reads that are answered when they are told to; `running` counts those that were sent and are not. */
function create() {
  const inTurn = createReadSemaphores();
  const running: (() => void)[] = [];
  const ask = async (
    serviceId: number,
    bytes: number,
    reservation?: MemoryReservation,
  ): Promise<number[]> => {
    const read = async (): Promise<number[]> => {
      await new Promise<void>((resolve) => running.push(resolve));
      return [bytes];
    };
    return await inTurn(serviceId, read, { bytesOf: (row) => row, reservation });
  };
  const answerAll = async (): Promise<void> => {
    for (const answer of running.splice(0)) answer();
    await settle();
  };
  return { ask, running, answerAll };
}

it('lets four lists of a service be read at once, in their order, and others beside them', async () => {
  const { ask, running, answerAll } = create();
  const asked = Array.from({ length: 6 }, async () => await ask(BUSY, BYTES.small));
  await settle();
  expect(running).toHaveLength(4);
  const other = ask(OTHER, BYTES.small);
  await settle();
  expect(running).toHaveLength(5);
  await answerAll();
  expect(running).toHaveLength(2);
  await answerAll();
  expect(await Promise.all([...asked, other])).toHaveLength(7);
});

it('lets large lists of a service be read one after the other, until they have been small for long', async () => {
  const { ask, running, answerAll } = create();
  const first = ask(BUSY, BYTES.large);
  await answerAll();
  await settle();
  await answerAll();
  await first;
  const asked = Array.from({ length: 100 }, async () => await ask(BUSY, BYTES.small));
  await settle();
  for (let read = 0; read < 100; read += 1) {
    expect(running).toHaveLength(1);
    await answerAll();
  }
  await Promise.all(asked);
  const again = Array.from({ length: 6 }, async () => await ask(BUSY, BYTES.small));
  await settle();
  expect(running).toHaveLength(4);
  await answerAll();
  await answerAll();
  await Promise.all(again);
});

it('reads no more large lists for a service than there is room for until others are answered', async () => {
  const { ask, running, answerAll } = create();
  const room = createMemoryBudget({
    bytesPerServiceMax: 2 * BYTES.large,
    bytesMax: 1_000_000_000,
    waitMs: 60_000,
    refusal: 'Too many.',
  });
  const first = ask(BUSY, BYTES.large);
  await answerAll();
  await settle();
  await answerAll();
  await first;
  const holds = Array.from({ length: 6 }, () => room(BUSY));
  let read = 0;
  const asked = holds.map(async (reservation) => {
    await ask(BUSY, BYTES.large, reservation);
    read += 1;
  });
  const readAll = async (): Promise<void> => {
    for (let time = 0; time < 20; time += 1) {
      await settle();
      await answerAll();
    }
  };
  await readAll();
  expect([read, running.length]).toEqual([2, 0]);
  for (let over = 0; over < 4; over += 1) {
    holds[over]?.release();
    await readAll();
    expect(read).toBe(3 + over);
  }
  await Promise.all(asked);
});

it('gives a turn to the next where a statement fails', async () => {
  const inTurn = createReadSemaphores();
  const ends = await Promise.allSettled(
    Array.from({ length: 6 }, async () => await inTurn(BUSY, fail, { bytesOf: () => 0 })),
  );
  expect(ends.every(({ status }) => status === 'rejected')).toBe(true);
});
