export type Edge<T> = { readonly cursor: string; node: T };

/** Page of a list as defined by the Relay connection specification. */
export type Connection<T> = { edges: Edge<T>[]; pageInfo: PageInfo };

type PageInfo = {
  hasNextPage: boolean;
  hasPreviousPage: boolean;
  readonly startCursor: string | null;
  readonly endCursor: string | null;
};

/** Row of a list with its position. */
export type PositionedRow<T, Position> = { node: T; position: Position };

/** Requested rows of an ordered list: the first or last rows between two positions. */
export type Window<Position> = {
  first: number | null;
  last: number | null;
  after: Position | null;
  before: Position | null;
};

/**
 * Returns the end to read from and the number of rows: one more than requested, to detect further pages. One of `first`
 * and `last` is required.
 */
export function getReadPlan(window: Window<unknown>): { from: 'start' | 'end'; limit: number } {
  return {
    from: window.first === null ? 'end' : 'start',
    limit: Math.max(window.first ?? 0, window.last ?? 0) + 1,
  };
}

/**
 * Creates a connection from the rows of a window, in list order. Cursors are created on use: most clients use two of a
 * page, or none.
 */
export function toConnection<T, Position>(
  rows: PositionedRow<T, Position>[],
  window: Window<Position>,
  toCursor: (position: Position) => string,
): Connection<T> {
  const { first, last, after, before } = window;
  const visibleRows = takeLast(first === null ? rows : rows.slice(0, first), last);
  const edges = visibleRows.map((listed) => new ListedEdge(listed, toCursor));
  return {
    edges,
    pageInfo: new ListedPageInfo(edges, {
      hasNextPage: first === null ? before !== null : rows.length > first,
      hasPreviousPage: last === null ? after !== null : rows.length > last,
    }),
  };
}

/*
 * Classes instead of object literals: a literal with its own getter gets its own hidden class, which V8 keeps, with
 * everything the getter references, until the next major garbage collection.
 */

class ListedEdge<T, Position> implements Edge<T> {
  node: T;
  readonly #position: Position;
  readonly #toCursor: (position: Position) => string;

  constructor(
    { node, position }: PositionedRow<T, Position>,
    toCursor: (position: Position) => string,
  ) {
    this.node = node;
    this.#position = position;
    this.#toCursor = toCursor;
  }

  get cursor(): string {
    return this.#toCursor(this.#position);
  }
}

class ListedPageInfo implements PageInfo {
  hasNextPage: boolean;
  hasPreviousPage: boolean;
  readonly #edges: readonly Edge<unknown>[];

  constructor(
    edges: readonly Edge<unknown>[],
    { hasNextPage, hasPreviousPage }: Pick<PageInfo, 'hasNextPage' | 'hasPreviousPage'>,
  ) {
    this.hasNextPage = hasNextPage;
    this.hasPreviousPage = hasPreviousPage;
    this.#edges = edges;
  }

  get startCursor(): string | null {
    return this.#edges.at(0)?.cursor ?? null;
  }

  get endCursor(): string | null {
    return this.#edges.at(-1)?.cursor ?? null;
  }
}

/** Returns the last rows, or all for null. `slice(-last)` would return all rows for 0. */
function takeLast<T>(rows: T[], last: number | null): T[] {
  return last === null ? rows : rows.slice(Math.max(rows.length - last, 0));
}
