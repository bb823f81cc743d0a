import { describe, expect, it } from 'vitest';
import { computeSpentTime } from '../../../src/extraction/spent-time.ts';

describe('the time that a document may take', () => {
  it('is that of a core, and is not lost while others are served', () => {
    expect(computeSpentTime({ cpuMs: 20_000, elapsedMs: 55_000 })).toBe(20_000);
  });

  it('is that of the cores that work for it at once', () => {
    expect(computeSpentTime({ cpuMs: 20_000, elapsedMs: 11_000 })).toBe(20_000);
  });

  it('runs out for what does nothing, at a third of the pace', () => {
    expect(computeSpentTime({ cpuMs: 10, elapsedMs: 180_000 })).toBe(60_000);
  });
});
