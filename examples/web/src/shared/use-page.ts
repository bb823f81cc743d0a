import { useState } from 'react';

export type Paging = {
  /** Cursor for the argument `after`. */
  after: string | null;
  /** Counts from 1. */
  number: number;
  next: (endCursor: string | null) => void;
  previous: () => void;
  first: () => void;
};

/** Pages of a connection; the cursors of previous pages are kept for the way back. */
export function usePage(): Paging {
  const [cursors, setCursors] = useState<(string | null)[]>([]);
  return {
    after: cursors.at(-1) ?? null,
    number: cursors.length + 1,
    next: (endCursor) => setCursors([...cursors, endCursor]),
    previous: () => setCursors(cursors.slice(0, -1)),
    first: () => setCursors([]),
  };
}
