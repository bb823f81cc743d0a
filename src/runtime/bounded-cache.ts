import { LRUCache } from 'lru-cache';

export type CacheBounds<V, Context> = {
  /** Name of the cache in docs/limits.md. */
  name: string;
  entriesMax: number;
  bytesMax: number;
  /** About as many bytes as the value holds alive; rather more than fewer. */
  bytesOf: (value: V) => number;
  /** Loads a missing value for `fetch`. */
  find?: (context: Context) => Promise<V | undefined>;
};

/** Size and limits of a cache. */
export type CacheSize = {
  name: string;
  entries: number;
  entriesMax: number;
  bytes: number;
  bytesMax: number;
};

/** The place of an entry in its cache. */
const ENTRY_BYTES = 200;

/**
 * Cache that outlives requests, limited in entries and bytes. A value larger than the limit is not cached. Every cache
 * that callers can fill is one of these: lru-cache must not be used directly.
 */
export class BoundedCache<V extends object | string | true, Context = unknown> extends LRUCache<
  string,
  V,
  Context
> {
  readonly #bounds: CacheBounds<V, Context>;

  constructor(bounds: CacheBounds<V, Context>) {
    const { entriesMax, bytesMax, bytesOf, find } = bounds;
    super({
      max: entriesMax,
      maxSize: bytesMax,
      sizeCalculation: (value, key) => ENTRY_BYTES + textBytes(key) + bytesOf(value),
      ...(find === undefined
        ? {}
        : { fetchMethod: async (_key, _stale, { context }) => await find(context) }),
      // One that had to make room while it was found is for those who wait for it all the same.
      ignoreFetchAbort: true,
    });
    this.#bounds = bounds;
    known.add(new WeakRef(this));
  }

  /** Returns the size as the cache counts it: equal contents have equal sizes. */
  read(): CacheSize {
    const { name, entriesMax, bytesMax } = this.#bounds;
    return { name, entries: this.size, entriesMax, bytes: this.calculatedSize, bytesMax };
  }
}

const known = new Set<WeakRef<{ read: () => CacheSize }>>();

/** Lists the sizes of all caches of this process. */
export function listCacheSizes(): CacheSize[] {
  return [...known].flatMap((one) => one.deref()?.read() ?? []);
}

/** The bytes of a text at most: two for each character. */
export function textBytes(text: string): number {
  return text.length * 2;
}
