import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { Script } from 'node:vm';
import { describe, expect, it } from 'vitest';
import {
  type Connection,
  getReadPlan,
  toConnection,
  type Window,
} from '../../../src/domain/shared/page.ts';

type PageInfo = Connection<unknown>['pageInfo'];

const IDS = [1, 2, 3, 4, 5];
const WHOLE: Window<number> = { first: 10, last: null, after: null, before: null };

/** What a query finds for a window over the ids 1 to 5, in list order, as a connection. */
function read(changes: Partial<Window<number>>) {
  const window = { ...WHOLE, ...changes };
  const { after, before } = window;
  const { from, limit } = getReadPlan(window);
  const between = IDS.filter(
    (id) => (after === null || id > after) && (before === null || id < before),
  );
  const rows = from === 'start' ? between.slice(0, limit) : between.slice(-limit);
  const listed = rows.map((id) => ({ node: id, position: id }));
  const { edges, pageInfo } = toConnection(listed, window, (id) => `c${id}`);
  return { ids: edges.map((one) => one.node), edges, pageInfo };
}

/** With what only getters give. */
function membersOf({ hasNextPage, hasPreviousPage, startCursor, endCursor }: PageInfo): PageInfo {
  return { hasNextPage, hasPreviousPage, startCursor, endCursor };
}

/** The rules of the Relay specification (4.3 and 4.4), word for word, over the whole list. */
function readAsSpecified({ first, last, after, before }: Window<number>) {
  const applied = IDS.filter(
    (id) => (after === null || id > after) && (before === null || id < before),
  );
  let edges = applied;
  if (first !== null && edges.length > first) edges = edges.slice(0, first);
  if (last !== null && edges.length > last) edges = edges.slice(edges.length - last);
  const hasPrevious = last === null ? after !== null : applied.length > last;
  const hasNext = first === null ? before !== null : applied.length > first;
  return { ids: edges, hasPrevious, hasNext };
}

describe('toConnection', () => {
  it('answers an empty list with no cursors and no further pages', () => {
    const { edges, pageInfo } = toConnection([], WHOLE, String);
    expect({ edges, pageInfo: membersOf(pageInfo) }).toEqual({
      edges: [],
      pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
    });
  });

  it('leaves out the surplus row on the far side and tells that there is more', () => {
    const page = read({ first: 2 });
    expect(page.edges.map(({ node, cursor }) => ({ node, cursor }))).toEqual([
      { node: 1, cursor: 'c1' },
      { node: 2, cursor: 'c2' },
    ]);
    expect(membersOf(page.pageInfo)).toEqual({
      hasNextPage: true,
      hasPreviousPage: false,
      startCursor: 'c1',
      endCursor: 'c2',
    });
    const fromEnd = read({ first: null, last: 2 });
    expect(fromEnd.ids).toEqual([4, 5]);
    expect(fromEnd.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
  });

  it('keeps no row of a page alive that nobody holds, though only the young heap is collected', () => {
    setFlagsFromString('--expose-gc');
    const young = new Script('gc({ type: "minor" })');
    const growths = Array.from({ length: 5 }, () => {
      const used = getHeapStatistics().used_heap_size;
      // Their rows have 20 MB.
      for (let page = 0; page < 500; page += 1) {
        const rows = IDS.map((id) => ({
          node: Array.from({ length: 1_000 }, () => id),
          position: id,
        }));
        toConnection(rows, WHOLE, String);
      }
      // What outlives two of them is in the old heap.
      young.runInNewContext();
      young.runInNewContext();
      return getHeapStatistics().used_heap_size - used;
    });
    expect(Math.max(...growths)).toBeLessThan(5_000_000);
  });

  it('gives what the Relay specification says for every first, last, after and before', () => {
    const sizes = [null, 0, 1, 2, 3, 4, 5, 6];
    const places = [null, 0, 1, 3, 5, 6];
    const windows = sizes
      .flatMap((first) => sizes.map((last) => ({ first, last })))
      .filter(({ first, last }) => first !== null || last !== null)
      .flatMap((size) => places.map((after) => ({ ...size, after })))
      .flatMap((half) => places.map((before) => ({ ...half, before })));
    for (const window of windows) {
      const { ids, pageInfo } = read(window);
      const found = { ids, hasPrevious: pageInfo.hasPreviousPage, hasNext: pageInfo.hasNextPage };
      expect({ window, ...found }).toEqual({ window, ...readAsSpecified(window) });
    }
    expect(windows.length).toBe(63 * 36);
  });

  it('makes no cursor that nobody asks for', () => {
    let made = 0;
    const listed = IDS.map((id) => ({ node: id, position: id }));
    const { edges, pageInfo } = toConnection(listed, WHOLE, (id) => {
      made += 1;
      return `c${id}`;
    });
    expect(edges.map((one) => one.node)).toEqual(IDS);
    expect(made).toBe(0);
    expect([pageInfo.startCursor, pageInfo.endCursor]).toEqual(['c1', 'c5']);
    expect(made).toBe(2);
  });
});
