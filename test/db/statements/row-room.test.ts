import { expect, it } from 'vitest';
import { createRowRoom, type RowHold } from '../../../src/db/statements/row-room.ts';

const SERVICE = 1;
const WAIT_MS = 60_000;

function create(waitMs = WAIT_MS) {
  const room = createRowRoom({ bytesPerServiceMax: 100, waitMs });
  const entered: string[] = [];
  const ask = async (name: string, hold: RowHold, bytes: number) => {
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
  const third = room(SERVICE);
  void ask('third', third, 10);
  await settled();
  expect(entered).toEqual(['first', 'second']);
  third.release();
  await settled();
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
  free.pass();
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
