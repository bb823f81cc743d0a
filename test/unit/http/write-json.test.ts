import { describe, expect, it } from 'vitest';
import { hasLongList, writeJson, writeLongJson } from '../../../src/http/write-json.ts';
import { createTimeSlices } from '../../../src/scheduling/time-slices.ts';
import { type Random, repeatRandomly } from '../../support/data/random.ts';

const RULES = { bytesMax: 1_000_000_000, serviceId: 1 };

/** As anything that might be answered, deep, wide, and with what is no JSON in it. */
function someValue(random: Random, depth: number): unknown {
  const leaves = [
    null,
    true,
    1.5,
    -0,
    Number.NaN,
    '',
    'é"\\\u2028\n😀',
    undefined,
    () => 1,
  ] as const;
  if (depth === 0 || random.below(4) === 0) {
    if (random.below(20) === 0) return 'x'.repeat(random.below(40_000));
    if (random.below(20) === 0) return { toJSON: () => ({ a: [1] }) };
    return random.pick(leaves);
  }
  const length = random.below(random.below(10) === 0 ? 400 : 6);
  const values = Array.from({ length }, () => someValue(random, depth - 1));
  if (random.below(2) === 0) return values;
  return Object.fromEntries(values.map((value, at) => [`k"${at}`, value]));
}

describe('JSON that is written in parts', () => {
  it('is what JSON.stringify writes', async () => {
    await repeatRandomly(async (random) => {
      const value = { data: someValue(random, 3), toJSON: 'only a name', left: undefined };
      const bytes = await writeLongJson(value, RULES);
      expect(bytes.toString()).toBe(JSON.stringify(value));
    });
  });

  it('is refused as soon as there are too many bytes, and not one before', async () => {
    const value = { data: Array.from({ length: 5_000 }, () => 'é'.repeat(10)) };
    const bytesMax = Buffer.byteLength(JSON.stringify(value));
    expect(writeJson(value, { bytesMax })).toHaveLength(bytesMax - 50_000);
    const written = await writeLongJson(value, { ...RULES, bytesMax });
    expect(written.byteLength).toBe(bytesMax);
    const tooLarge = `The response exceeds the limit of ${bytesMax - 1} bytes.`;
    expect(() => writeJson(value, { bytesMax: bytesMax - 1 })).toThrow(tooLarge);
    await expect(writeLongJson(value, { ...RULES, bytesMax: bytesMax - 1 })).rejects.toThrow(
      tooLarge,
    );
  });

  it('lets the loop turn in between', async () => {
    let ms = 0;
    // Each look at the clock finds that a whole slice has passed.
    const slices = createTimeSlices(() => (ms += 5));
    const value = Array.from({ length: 1_000 }, () => 'x'.repeat(100));
    const order: string[] = [];
    const written = writeLongJson(value, { ...RULES, slices }).then((bytes) => {
      order.push('written');
      return bytes;
    });
    setImmediate(() => order.push('other'));
    expect((await written).byteLength).toBe(JSON.stringify(value).length);
    expect(order).toEqual(['other', 'written']);
  });
});

function list(length: number): object {
  return { data: { business: { participants: Array.from({ length }, () => 1) } } };
}

it('is long where there is a list of more than 200 near its top', () => {
  expect(hasLongList(list(200))).toBe(false);
  expect(hasLongList(list(201))).toBe(true);
  expect(hasLongList({ data: {} })).toBe(false);
});
