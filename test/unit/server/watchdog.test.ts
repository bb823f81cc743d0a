import { expect, it } from 'vitest';
import { createWatchdog, type WatchedRequest } from '../../../src/server/watchdog.ts';

function start() {
  const clock = { ms: 0 };
  const events: unknown[] = [];
  const watchdog = createWatchdog({ timeoutMs: 1_000, now: () => clock.ms });
  const watched: WatchedRequest = {
    isReceiving: () => false,
    onTimeout: () => events.push('timeout'),
    onLateFailure: (error) => events.push(error),
  };
  const guard = async (
    work: Promise<string>,
    parts: Partial<WatchedRequest> = {},
  ): Promise<string> =>
    await watchdog.guard({ ...watched, ...parts }, work, (late) => events.push(late));
  const advance = (ms: number): void => {
    clock.ms += ms;
    watchdog.sweep();
  };
  return { guard, advance, events };
}

const ENDED = { code: 'service_unavailable' };

it('settles as the work does before the timeout', async () => {
  const { guard, advance, events } = start();
  const work = Promise.withResolvers<string>();
  const guarded = guard(work.promise);
  advance(999);
  work.resolve('done');
  expect(await guarded).toBe('done');
  await expect(guard(Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  advance(10_000);
  expect(events).toEqual([]);
});

it('ends each request that is older than the timeout, and no younger one', async () => {
  const { guard, advance, events } = start();
  const [old, young] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const guardedOld = guard(old.promise);
  advance(600);
  const guardedYoung = guard(young.promise);
  advance(400);
  await expect(guardedOld).rejects.toMatchObject(ENDED);
  expect(events).toEqual(['timeout']);
  young.resolve('in time');
  expect(await guardedYoung).toBe('in time');
});

it('hands over what the work returns or throws after its request was ended', async () => {
  const { guard, advance, events } = start();
  const [late, failing] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const guarded = [guard(late.promise), guard(failing.promise)];
  advance(1_000);
  for (const one of guarded) await expect(one).rejects.toMatchObject(ENDED);
  const error = new Error('late');
  late.resolve('late');
  failing.reject(error);
  await Promise.allSettled([late.promise, failing.promise]);
  expect(events).toEqual(['timeout', 'timeout', 'late', error]);
});

it('leaves a body that is still to come to the timeout of Node, for five seconds', async () => {
  const { guard, advance, events } = start();
  const guarded = guard(new Promise<string>(() => undefined), { isReceiving: () => true });
  advance(5_999);
  await Promise.resolve();
  expect(events).toEqual([]);
  advance(1);
  await expect(guarded).rejects.toMatchObject(ENDED);
});
