import { describe, expect, it } from 'vitest';
import {
  addGrant,
  getGrantedTokens,
  getReservationSize,
} from '../../../src/domain/access/rate-limit.ts';

describe('the size of a reservation', () => {
  it.each([
    ['a hundredth of the limit', 10_000, 1, 100],
    ['what is needed, where that is more', 10_000, 250, 250],
    ['one point of a small limit', 20, 1, 1],
  ])('is %s', (_what, ...[limit, needed, size]) => {
    expect(getReservationSize(limit, needed)).toBe(size);
  });
});

describe('what is granted of a reservation', () => {
  it.each([
    ['all of it within the limit', 10, 90, 10],
    ['all of it at the limit', 10, 100, 10],
    ['the part below the limit', 10, 104, 6],
    ['nothing of a reservation that began at the limit', 10, 110, 0],
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
      for (const reservation of claims) {
        consumed += reservation;
        granted += getGrantedTokens(reservation, consumed, 100);
      }
      expect(granted).toBe(Math.min(100, consumed));
    }
  });
});

describe('a reservation', () => {
  it('keeps what it held when a grant comes in, and takes over what is left for all', () => {
    const reserved = { available: 3, unreserved: 50, resetAtMs: 1000 };
    const grant = { granted: 10, unreserved: 20, msLeft: 2 };
    expect(addGrant(reserved, grant, 1000)).toEqual({
      available: 13,
      unreserved: 20,
      resetAtMs: 1002,
    });
    expect(addGrant(undefined, grant, 1000)).toEqual({
      available: 10,
      unreserved: 20,
      resetAtMs: 1002,
    });
  });
});
