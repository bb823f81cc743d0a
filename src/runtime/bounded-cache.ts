import { LRUCache } from 'lru-cache';

export type CacheOptions<V, Context> = {
  /** Name in metrics and in docs/operate/scaling.md. */
  name: string;
  entriesMax: number;
  bytesMax: number;
  /** Returns the upper estimate of the bytes that a value keeps alive. */
  bytesOf: (value: V) => number;
  /** Loads the value for `fetch` when the cache does not contain it. */
  find?: (context: Context) => Promise<V | undefined>;
};

/** Current size of a cache and its limits. */
export type CacheSize = {
  name: string;
  entries: number;
  entriesMax: number;
  bytes: number;
  bytesMax: number;
};

/** Estimated overhead of one cache entry. */
const ENTRY_BYTES = 200;

/**
 * Cache that outlives requests, limited in entries and bytes; a value larger than the whole cache is not stored. All
 * caches that callers can fill use this class instead of lru-cache.
 */
export class BoundedCache<V extends object | string | true, Context = unknown> extends LRUCache<
  string,
  V,
  Context
> {
  readonly #bounds: CacheOptions<V, Context>;

  constructor(bounds: CacheOptions<V, Context>) {
    const { entriesMax, bytesMax, bytesOf, find } = bounds;
    super({
      max: entriesMax,
      maxSize: bytesMax,
      sizeCalculation: (value, key) => ENTRY_BYTES + estimateTextBytes(key) + bytesOf(value),
      ...(find === undefined
        ? {}
        : { fetchMethod: async (_key, _stale, { context }) => await find(context) }),
      // A load whose entry is evicted meanwhile still resolves for its callers.
      ignoreFetchAbort: true,
    });
    this.#bounds = bounds;
    caches.add(new WeakRef(this));
  }

  /** Returns the current size by the estimates of the cache. */
  read(): CacheSize {
    const { name, entriesMax, bytesMax } = this.#bounds;
    return { name, entries: this.size, entriesMax, bytes: this.calculatedSize, bytesMax };
  }
}

/** Caches of this process. Weak references, so that caches of a closed server can be collected. */
const caches = new Set<WeakRef<{ read: () => CacheSize }>>();

/** Returns the sizes of all caches of this process. */
export function listCacheSizes(): CacheSize[] {
  return [...caches].flatMap((cache) => cache.deref()?.read() ?? []);
}

/** Returns the maximum number of bytes that a text occupies in memory: two per UTF-16 code unit. */
export function estimateTextBytes(text: string): number {
  return text.length * 2;
}
