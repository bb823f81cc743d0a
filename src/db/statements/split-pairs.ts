import type { Pairs, ReadPairs } from './coalesce.ts';

type Bound<Key> = { sizeOf: (key: Key) => number; sizeMax: number };

/** Asks in several statements, one after the other, for what would be more than `sizeMax` in one; no key is cut. */
export function readInParts<Key, Row>(
  read: ReadPairs<Key, Row>,
  bound: Bound<Key>,
): ReadPairs<Key, Row> {
  return async (pairs) => {
    const parts = splitPairs(pairs, bound);
    const [first] = parts;
    if (first === undefined || parts.length === 1) return await read(first ?? pairs);
    const groups: Row[][] = [];
    for (const part of parts) groups.push(...(await read(part)));
    return groups;
  };
}

function splitPairs<Key>(pairs: Pairs<Key>, { sizeOf, sizeMax }: Bound<Key>): Pairs<Key>[] {
  const parts: Pairs<Key>[] = [];
  let part: Pairs<Key> | undefined;
  let size = 0;
  for (const [place, key] of pairs.keys.entries()) {
    size += sizeOf(key);
    if (part === undefined || size > sizeMax) {
      part = { serviceIds: [], keys: [] };
      parts.push(part);
      size = sizeOf(key);
    }
    part.serviceIds.push(...pairs.serviceIds.slice(place, place + 1));
    part.keys.push(key);
  }
  return parts;
}
