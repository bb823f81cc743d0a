import { useState } from 'react';

export type Paging = {
  /** What the query takes as `after`. */
  after: string | null;
  /** Counts from 1. */
  number: number;
  next: (endCursor: string | null) => void;
  previous: () => void;
  first: () => void;
};

/** Pages of a connection: the cursors that led here, so that one can go back. */
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
