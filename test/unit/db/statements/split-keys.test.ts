import { expect, it } from 'vitest';
import { splitReads } from '../../../../src/db/batching/split-reads.ts';

it.each([
  [[], [[]]],
  [[5, 5], [[5, 5]]],
  [
    [5, 5, 1],
    [[5, 5], [1]],
  ],
  [
    [11, 3, 4, 4],
    [[11], [3, 4], [4]],
  ],
])('reads %j in statements of 10 at most, and answers all in their order', async (keys, parts) => {
  const asked: number[][] = [];
  const read = splitReads<number, string>(
    async ({ serviceId, keys: part }) => {
      asked.push(part);
      await Promise.resolve();
      return part.map((key) => [`${serviceId}/${key}`]);
    },
    { sizeOf: (key) => key, sizeMax: 10 },
  );
  expect(await read({ serviceId: 7, keys })).toEqual(keys.map((key) => [`7/${key}`]));
  expect(asked).toEqual(parts);
});
