import { expect, it } from 'vitest';
import { readInParts } from '../../../src/db/statements/split-pairs.ts';

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
  const read = readInParts<number, string>(
    async (pairs) => {
      asked.push(pairs.keys);
      await Promise.resolve();
      return pairs.keys.map((key, place) => [`${pairs.serviceIds[place]}/${key}`]);
    },
    { sizeOf: (key) => key, sizeMax: 10 },
  );
  const serviceIds = keys.map((_, place) => place);
  expect(await read({ serviceIds, keys })).toEqual(keys.map((key, place) => [`${place}/${key}`]));
  expect(asked).toEqual(parts);
});
