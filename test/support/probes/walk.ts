import { expect } from 'vitest';
import type { Connection } from '../../../src/domain/shared/page.ts';
import type { PageInput } from '../../../src/resolvers/common/paging.ts';
import type { Random } from '../data/random.ts';

export type Walk = {
  read: (page: PageInput) => Promise<Connection<{ id: number }>>;
  from: 'start' | 'end';
  random: Random;
  sizeMax: number;
  /** Is told the id next to which the walk goes on, before it does. */
  between?: (id: number) => Promise<void>;
};

/** Reads a whole list in pages of random sizes, forward or backward, and returns its ids in list order. */
export async function walk({ read, from, random, sizeMax, between }: Walk): Promise<number[]> {
  const ids: number[] = [];
  let cursor: string | null = null;
  for (;;) {
    const size = 1 + random.below(sizeMax);
    const isForward = from === 'start';
    const page: PageInput = isForward
      ? { first: size, after: cursor }
      : { last: size, before: cursor };
    const { edges, pageInfo } = await read(page);
    const found = edges.map((edge) => edge.node.id);
    expect(found.length).toBeLessThanOrEqual(size);
    ids.splice(isForward ? ids.length : 0, 0, ...found);
    if (!(isForward ? pageInfo.hasNextPage : pageInfo.hasPreviousPage)) return ids;
    const next = isForward ? edges.at(-1) : edges.at(0);
    if (next === undefined) throw new Error('A page that others follow is not empty.');
    cursor = next.cursor;
    await between?.(next.node.id);
  }
}
