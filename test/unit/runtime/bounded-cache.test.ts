import { describe, expect, it } from 'vitest';
import { BoundedCache, listCacheSizes } from '../../../src/runtime/bounded-cache.ts';

function createTexts(bytesMax: number): BoundedCache<string, string> {
  return new BoundedCache<string, string>({
    name: 'texts',
    entriesMax: 10,
    bytesMax,
    bytesOf: (text) => text.length,
    find: async (wanted) => await Promise.resolve(wanted),
  });
}

describe('a bounded cache', () => {
  it('holds no more bytes than its bound, the keys among them', () => {
    const cache = createTexts(2000);
    for (let index = 0; index < 10; index += 1) cache.set('k'.repeat(100) + index, 'x');
    expect(cache.read()).toEqual({
      name: 'texts',
      entries: 4,
      entriesMax: 10,
      bytes: 4 * (200 + 2 * 101 + 1),
      bytesMax: 2000,
    });
  });

  it('holds no more entries than its bound', () => {
    const cache = createTexts(1_000_000);
    for (let index = 0; index < 100; index += 1) cache.set(`${index}`, '');
    expect(cache.read().entries).toBe(10);
  });

  it('keeps nothing that is larger than itself, and what it holds stays', async () => {
    const cache = createTexts(1000);
    cache.set('small', 'x');
    cache.set('large', 'x'.repeat(1000));
    expect(await cache.fetch('found', { context: 'x'.repeat(1000) })).toHaveLength(1000);
    expect([...cache.keys()]).toEqual(['small']);
  });

  it('is listed while it is in use', () => {
    const cache = createTexts(1000);
    expect(listCacheSizes()).toContainEqual(cache.read());
  });
});
