import { expect, it } from 'vitest';
import { createSemaphore } from '../../../src/scheduling/semaphore.ts';

it('lets so many run at once, in the order in which they came, and goes on after a failure', async () => {
  const takeTurn = createSemaphore(2);
  const begun: number[] = [];
  const gates = Array.from({ length: 5 }, () => Promise.withResolvers<number>());
  const results = gates.map(
    async ({ promise }, index) =>
      await takeTurn(async () => {
        begun.push(index);
        return await promise;
      }),
  );
  const settled = Promise.allSettled(results);
  await Promise.resolve();
  expect(begun).toEqual([0, 1]);
  gates[1]?.reject(new Error('one of them'));
  await expect(results[1]).rejects.toThrow('one of them');
  await expect.poll(() => begun).toEqual([0, 1, 2]);
  gates[0]?.resolve(0);
  gates[2]?.resolve(2);
  await Promise.all([results[0], results[2]]);
  await expect.poll(() => begun).toEqual([0, 1, 2, 3, 4]);
  gates[3]?.resolve(3);
  gates[4]?.resolve(4);
  expect((await settled).map((one) => one.status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ]);
  expect(await takeTurn(async () => await Promise.resolve('again'))).toBe('again');
});
