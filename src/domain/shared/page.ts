export type Edge<T> = { readonly cursor: string; node: T };

/** A part of a list in the shape of the Relay connection specification. */
export type Connection<T> = { edges: Edge<T>[]; pageInfo: PageInfo };

type PageInfo = {
  hasNextPage: boolean;
  hasPreviousPage: boolean;
  readonly startCursor: string | null;
  readonly endCursor: string | null;
};

/** A row of a list, and where it stands there. */
export type Listed<T, Place> = { node: T; place: Place };

/** Requested rows of an ordered list: those between two positions, of these the first and the last. */
export type Window<Place> = {
  first: number | null;
  last: number | null;
  after: Place | null;
  before: Place | null;
};

/**
 * Returns the end to read from and the number of rows: one more than requested, to detect further pages. One of `first`
 * and `last` is required.
 */
export function readingOf(window: Window<unknown>): { from: 'start' | 'end'; limit: number } {
  return {
    from: window.first === null ? 'end' : 'start',
    limit: Math.max(window.first ?? 0, window.last ?? 0) + 1,
  };
}

/**
 * Creates a connection from the rows of a window, in list order. Cursors are created on use: most clients use two of a
 * page, or none.
 */
export function toConnection<T, Place>(
  rows: Listed<T, Place>[],
  window: Window<Place>,
  toCursor: (place: Place) => string,
): Connection<T> {
  const { first, last, after, before } = window;
  const kept = takeLast(first === null ? rows : rows.slice(0, first), last);
  const edges = kept.map((listed) => new ListedEdge(listed, toCursor));
  return {
    edges,
    pageInfo: new ListedPageInfo(edges, {
      hasNextPage: first === null ? before !== null : rows.length > first,
      hasPreviousPage: last === null ? after !== null : rows.length > last,
    }),
  };
}

/*
 * Classes, because an object with a getter of its own gets a shape of its own too: V8 keeps it, and all that the getter
 * can see, until it next collects the old heap.
 */

class ListedEdge<T, Place> implements Edge<T> {
  node: T;
  readonly #place: Place;
  readonly #toCursor: (place: Place) => string;

  constructor({ node, place }: Listed<T, Place>, toCursor: (place: Place) => string) {
    this.node = node;
    this.#place = place;
    this.#toCursor = toCursor;
  }

  get cursor(): string {
    return this.#toCursor(this.#place);
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

/** Not `slice(-last)`, which for 0 is everything. */
function takeLast<T>(rows: T[], last: number | null): T[] {
  return last === null ? rows : rows.slice(Math.max(rows.length - last, 0));
}
