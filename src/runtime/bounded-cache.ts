import { LRUCache } from 'lru-cache';

export type CacheBounds<V, Context> = {
  /** What docs/limits.md calls it. */
  name: string;
  entriesMax: number;
  bytesMax: number;
  /** About as many bytes as the value holds alive; rather more than fewer. */
  bytesOf: (value: V) => number;
  /** Finds what `fetch` is asked for and is not there. */
  find?: (context: Context) => Promise<V | undefined>;
};

/** What a cache holds, and what it may hold. */
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
 * A cache that outlives requests, bounded in entries and bytes; what is larger than all of it is not kept. Whatever
 * callers can fill is one of these: nothing else may be made with lru-cache.
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

  /** As the cache counts: the same fillings give the same sizes. */
  read(): CacheSize {
    const { name, entriesMax, bytesMax } = this.#bounds;
    return { name, entries: this.size, entriesMax, bytes: this.calculatedSize, bytesMax };
  }
}

const known = new Set<WeakRef<{ read: () => CacheSize }>>();

/** Of every cache that is in use in this process. */
export function listCacheSizes(): CacheSize[] {
  return [...known].flatMap((one) => one.deref()?.read() ?? []);
}

/** The bytes of a text at most: two for each character. */
export function textBytes(text: string): number {
  return text.length * 2;
}
