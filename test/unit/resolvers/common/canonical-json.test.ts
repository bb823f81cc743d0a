import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../../../src/resolvers/common/canonical-json.ts';

class Money {
  readonly amount = 1;
}

describe('canonicalJson', () => {
  it.each<[string, unknown]>([
    ['undefined in a list', { list: [1, undefined] }],
    ['a hole in a list', { list: Array.from({ length: 2 }) }],
    ['NaN', { number: Number.NaN }],
    ['infinity', { number: Infinity }],
    ['a bigint', { number: 1n }],
    ['a Map', { map: new Map([['a', 1]]) }],
    ['a Set', { set: new Set([1]) }],
    ['a Buffer', { bytes: Buffer.from('a') }],
    ['an instance of a class', { money: new Money() }],
    ['a function', { run: () => 1 }],
    ['a symbol', { symbol: Symbol('a') }],
    ['a date that is none', { at: new Date('none') }],
  ])('refuses %s, which JSON would change', (_what, value) => {
    expect(() => canonicalJson(value, 'as omitted')).toThrow(TypeError);
  });

  it('tells one instant from another', () => {
    const texts = ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.001Z'].map((at) =>
      canonicalJson({ at: new Date(at) }, 'as omitted'),
    );
    expect(texts).toEqual([
      '{"at":"2026-01-01T00:00:00.000Z"}',
      '{"at":"2026-01-01T00:00:00.001Z"}',
    ]);
  });

  it('takes what is left out for null, or tells them apart where that is asked', () => {
    const texts = ([{ a: 1, b: null }, { a: 1 }] as const).map((one) =>
      canonicalJson(one, 'as omitted'),
    );
    expect(texts).toEqual(['{"a":1}', '{"a":1}']);
    expect(canonicalJson({ a: 1, b: null }, 'distinct')).not.toBe(
      canonicalJson({ a: 1 }, 'distinct'),
    );
  });

  it('takes objects as graphql and JSON make them, in whatever order', () => {
    const bare = { __proto__: null, b: [true, 'x'], a: { c: 1 } };
    expect(Object.getPrototypeOf(bare)).toBeNull();
    expect(canonicalJson(bare, 'as omitted')).toBe('{"a":{"c":1},"b":[true,"x"]}');
  });
});
