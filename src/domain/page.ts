/** A part of a list in the shape of the Relay connection specification. */
export type Connection<T> = {
  edges: { cursor: string; node: T }[];
  pageInfo: {
    hasNextPage: boolean;
    hasPreviousPage: boolean;
    startCursor: string | null;
    endCursor: string | null;
  };
};

/** Which rows of an ordered list are wanted: at most `limit`, between two keys, from one of its ends. */
export type Window<Key> = {
  limit: number;
  from: 'start' | 'end';
  after: Key | null;
  before: Key | null;
};

/**
 * Makes a connection of the rows that a window found. `rows` are in list order and one more than
 * `limit` was asked for, so that the surplus row, on the far side, tells whether there are further pages.
 */
export function toConnection<T, Key>(
  rows: T[],
  window: Window<Key>,
  toCursor: (row: T) => string,
): Connection<T> {
  const hasMore = rows.length > window.limit;
  const kept = window.from === 'start' ? rows.slice(0, window.limit) : rows.slice(hasMore ? 1 : 0);
  const edges = kept.map((node) => ({ cursor: toCursor(node), node }));
  return {
    edges,
    pageInfo: {
      hasNextPage: window.from === 'start' ? hasMore : window.before !== null,
      hasPreviousPage: window.from === 'end' ? hasMore : window.after !== null,
      startCursor: edges.at(0)?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
}
