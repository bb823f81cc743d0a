import type { ReadService, ServiceKeys } from './read-keys.ts';

type Bound<Key> = { sizeOf: (key: Key) => number; sizeMax: number };

/**
 * Returns a reader that splits keys of more than `sizeMax` together into several statements, which run one after the
 * other. A key that exceeds `sizeMax` gets its own statement.
 */
export function splitReads<Key, Row>(
  read: ReadService<Key, Row>,
  bound: Bound<Key>,
): ReadService<Key, Row> {
  return async (request) => {
    const parts = splitKeys(request, bound);
    const [firstPart] = parts;
    if (firstPart === undefined || parts.length === 1) return await read(firstPart ?? request);
    const groups: Row[][] = [];
    for (const part of parts) groups.push(...(await read(part)));
    return groups;
  };
}

function splitKeys<Key>(
  { serviceId, keys }: ServiceKeys<Key>,
  { sizeOf, sizeMax }: Bound<Key>,
): ServiceKeys<Key>[] {
  const parts: ServiceKeys<Key>[] = [];
  let part: ServiceKeys<Key> | undefined;
  let size = 0;
  for (const key of keys) {
    size += sizeOf(key);
    if (part === undefined || size > sizeMax) {
      part = { serviceId, keys: [] };
      parts.push(part);
      size = sizeOf(key);
    }
    part.keys.push(key);
  }
  return parts;
}
