import { describe, expect, it } from 'vitest';
import {
  addGrant,
  getGrantedTokens,
  getReservationSize,
} from '../../../src/domain/access/rate-limit.ts';

describe('the size of a claim', () => {
  it.each([
    ['a hundredth of the limit', 10_000, 1, 100],
    ['what is needed, where that is more', 10_000, 250, 250],
    ['one point of a small limit', 20, 1, 1],
  ])('is %s', (_what, ...[limit, needed, size]) => {
    expect(getReservationSize(limit, needed)).toBe(size);
  });
});

describe('what is granted of a claim', () => {
  it.each([
    ['all of it within the limit', 10, 90, 10],
    ['all of it at the limit', 10, 100, 10],
    ['the part below the limit', 10, 104, 6],
    ['nothing of a claim that began at the limit', 10, 110, 0],
    ['nothing, however far the count is over', 10, 5000, 0],
  ])('is %s', (_what, ...[claimed, consumed, granted]) => {
    expect(getGrantedTokens(claimed, consumed, 100)).toBe(granted);
  });

  it('is the limit and no point more, whatever is claimed in whatever order', () => {
    for (const claims of [
      [7, 7, 7, 90, 1],
      [100],
      [101],
      [1, 200, 1],
      Array.from({ length: 60 }, () => 3),
    ]) {
      let consumed = 0;
      let granted = 0;
      for (const claim of claims) {
        consumed += claim;
        granted += getGrantedTokens(claim, consumed, 100);
      }
      expect(granted).toBe(Math.min(100, consumed));
    }
  });
});

describe('a purse', () => {
  it('keeps what it held when a claim comes in, and takes over what is left for all', () => {
    const purse = { available: 3, unclaimed: 50, resetAtMs: 1000 };
    const claim = { granted: 10, unclaimed: 20, msLeft: 2 };
    expect(addGrant(purse, claim, 1000)).toEqual({ available: 13, unclaimed: 20, resetAtMs: 1002 });
    expect(addGrant(undefined, claim, 1000)).toEqual({
      available: 10,
      unclaimed: 20,
      resetAtMs: 1002,
    });
  });
});
