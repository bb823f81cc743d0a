import { describe, expect, it } from 'vitest';
import { createSampler, createTokenBucket } from '../../../src/telemetry/tracing/sampler.ts';

describe('what is traced', () => {
  it.each([
    ['always_on', 1, [true, true, true]],
    ['always_off', 1, [false, false, false]],
    ['traceidratio', 0, [false, false, false]],
    ['traceidratio', 1, [true, true, true]],
    ['parentbased_always_on', 1, [true, false, true]],
    ['parentbased_always_off', 1, [true, false, false]],
    ['parentbased_traceidratio', 0, [true, false, false]],
    ['parentbased_ratelimiting', 0, [true, false, false]],
    ['parentbased_ratelimiting', 1, [true, false, true]],
  ] as const)('with %s of %d, of a traced parent, an untraced one and none', (name, arg, told) => {
    const sampler = createSampler({ name, arg });
    expect([sampler(true), sampler(false), sampler(undefined)]).toEqual(told);
  });

  it('is a share of what nobody has decided about', () => {
    const sampler = createSampler({ name: 'parentbased_traceidratio', arg: 0.3 });
    const traced = Array.from({ length: 5_000 }, () => sampler(undefined)).filter(Boolean).length;
    expect(traced).toBeGreaterThan(1_200);
    expect(traced).toBeLessThan(1_800);
  });

  it('is so many a second, however many come', () => {
    let timeMs = 0;
    const may = createTokenBucket(10, () => timeMs);
    const count = (times: number): number =>
      Array.from({ length: times }, () => may()).filter(Boolean).length;
    expect(count(1_000)).toBe(10);
    timeMs = 500;
    expect(count(1_000)).toBe(5);
    timeMs = 60_000;
    expect(count(1_000)).toBe(10);
  });
});
