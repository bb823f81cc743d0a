import { describe, expect, it } from 'vitest';
import { computeSpentTime } from '../../../src/extraction/spent-time.ts';

describe('the time that a document may take', () => {
  it('is that of a core, and is not lost while others are served', () => {
    expect(computeSpentTime({ coreMs: 20_000, clockMs: 55_000 })).toBe(20_000);
  });

  it('is that of the cores that work for it at once', () => {
    expect(computeSpentTime({ coreMs: 20_000, clockMs: 11_000 })).toBe(20_000);
  });

  it('runs out for what does nothing, at a third of the pace', () => {
    expect(computeSpentTime({ coreMs: 10, clockMs: 180_000 })).toBe(60_000);
  });
});
