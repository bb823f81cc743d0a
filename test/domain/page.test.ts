import { describe, expect, it } from 'vitest';
import { toConnection, type Window } from '../../src/domain/page.ts';

/** What a query finds for a window over the ids 1 to 5: in list order, one more than the limit. */
function read(window: Window<number>) {
  const { limit, from, after, before } = window;
  const between = [1, 2, 3, 4, 5].filter(
    (id) => (after === null || id > after) && (before === null || id < before),
  );
  const rows = from === 'start' ? between.slice(0, limit + 1) : between.slice(-(limit + 1));
  return toConnection(rows, window, (id) => `c${id}`);
}

const WHOLE: Window<number> = { limit: 10, from: 'start', after: null, before: null };

describe('toConnection', () => {
  it('answers an empty list with no cursors and no further pages', () => {
    expect(toConnection([], WHOLE, String)).toEqual({
      edges: [],
      pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
    });
  });

  it('leaves out the surplus row on the far side and tells that there is more', () => {
    const first = read({ ...WHOLE, limit: 2 });
    expect(first.edges.map((one) => one.node)).toEqual([1, 2]);
    expect(first.pageInfo).toEqual({
      hasNextPage: true,
      hasPreviousPage: false,
      startCursor: 'c1',
      endCursor: 'c2',
    });
    const last = read({ ...WHOLE, limit: 2, from: 'end' });
    expect(last.edges.map((one) => one.node)).toEqual([4, 5]);
    expect(last.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
  });

  it('says that there is no more where the limit is exactly met', () => {
    expect(read({ ...WHOLE, limit: 5 }).pageInfo.hasNextPage).toBe(false);
    expect(read({ ...WHOLE, limit: 5, from: 'end' }).pageInfo.hasPreviousPage).toBe(false);
  });

  it('goes through all pages forwards and backwards without losing or repeating a row', () => {
    const forwards: number[] = [];
    let after: number | null = null;
    for (;;) {
      const page = read({ ...WHOLE, limit: 2, after });
      forwards.push(...page.edges.map((one) => one.node));
      if (!page.pageInfo.hasNextPage) break;
      after = page.edges.at(-1)?.node ?? null;
    }
    expect(forwards).toEqual([1, 2, 3, 4, 5]);

    const backwards: number[] = [];
    let before: number | null = null;
    for (;;) {
      const page = read({ ...WHOLE, limit: 2, from: 'end', before });
      backwards.unshift(...page.edges.map((one) => one.node));
      if (!page.pageInfo.hasPreviousPage) break;
      before = page.edges.at(0)?.node ?? null;
    }
    expect(backwards).toEqual([1, 2, 3, 4, 5]);
  });

  it('tells the side that it came from by the cursor it was given', () => {
    expect(read({ ...WHOLE, limit: 2, after: 1 }).pageInfo.hasPreviousPage).toBe(true);
    expect(read({ ...WHOLE, limit: 2, from: 'end', before: 5 }).pageInfo.hasNextPage).toBe(true);
  });

  it('answers a limit of 0 with no rows, and tells whether there are any', () => {
    const page = read({ ...WHOLE, limit: 0 });
    expect(page.edges).toEqual([]);
    expect(page.pageInfo.hasNextPage).toBe(true);
    const fromEnd = read({ ...WHOLE, limit: 0, from: 'end' });
    expect(fromEnd.edges).toEqual([]);
  });
});
