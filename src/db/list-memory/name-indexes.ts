import { AsyncLocalStorage } from 'node:async_hooks';
import type { Db } from '../client.ts';
import type { ListVersion } from '../queries/list-search/indexed-names.ts';
import { buildNameIndex } from './build-name-index.ts';
import { type CachedIndex, NameIndexCache, toKey } from './name-index-cache.ts';

/** Name indexes of lists in the memory of this process, so that names are searched without the database. */
export type NameIndexes = {
  /**
   * Returns the indexes of exactly these versions of lists; undefined when one is missing, which is then loaded for
   * later searches.
   */
  find: (lists: readonly ListVersion[]) => CachedIndex[] | undefined;
  /** Total size of the cached indexes. */
  bytes: () => number;
  /** Resolves when no index is being loaded. */
  settle: () => Promise<void>;
  /** Cancels the loading of indexes. */
  close: () => Promise<void>;
};

export type NameIndexesOptions = {
  db: Db;
  /** Memory limit of all indexes; 0 disables them. */
  bytesMax: number;
  onFault: (error: unknown) => void;
  /** Clock in milliseconds with any origin. */
  now?: () => number;
};

/** Time without loading after a fault. */
const PAUSE_MS = 30_000;

export function createNameIndexes({
  now = () => performance.now(),
  ...otherOptions
}: NameIndexesOptions): NameIndexes {
  const options = { ...otherOptions, now };
  const cache = new NameIndexCache(options.bytesMax, now);
  const loader = new IndexLoader(options, cache);
  return {
    find: (lists) => {
      cache.dropUnused();
      const indexes = lists.flatMap((list) => cache.find(list) ?? []);
      if (indexes.length === lists.length) return indexes;
      loader.request(lists.filter((list) => cache.find(list) === undefined));
      return undefined;
    },
    bytes: () => cache.bytes,
    settle: loader.settle,
    close: loader.close,
  };
}

/** Loads requested indexes, one list after the other. */
class IndexLoader {
  readonly #options: Required<NameIndexesOptions>;
  readonly #cache: NameIndexCache;
  readonly #requested = new Map<string, ListVersion>();
  readonly #abortController = new AbortController();
  // Detaches loading from the work scope of the request that caused it.
  readonly #runDetached = AsyncLocalStorage.snapshot();
  #loading: Promise<void> | undefined;
  #pausedUntil = Number.NEGATIVE_INFINITY;

  constructor(options: Required<NameIndexesOptions>, cache: NameIndexCache) {
    this.#options = options;
    this.#cache = cache;
  }

  request(lists: readonly ListVersion[]): void {
    if (this.#abortController.signal.aborted || this.#options.now() < this.#pausedUntil) return;
    for (const list of lists)
      if (!this.#cache.isTooLarge(list)) this.#requested.set(toKey(list), list);
    if (this.#requested.size === 0) return;
    this.#loading ??= this.#runDetached(this.#loadAll).finally(() => {
      this.#loading = undefined;
    });
  }

  readonly settle = async (): Promise<void> => await this.#loading;

  readonly close = async (): Promise<void> => {
    this.#abortController.abort();
    await this.#loading;
  };

  readonly #loadAll = async (): Promise<void> => {
    const { signal } = this.#abortController;
    try {
      for (const [key, list] of this.#requested) {
        if (signal.aborted) break;
        await this.#loadOne(list);
        this.#requested.delete(key);
      }
    } catch (error) {
      this.#requested.clear();
      this.#pausedUntil = this.#options.now() + PAUSE_MS;
      if (!signal.aborted) this.#options.onFault(error);
    }
  };

  async #loadOne(list: ListVersion): Promise<void> {
    const cache = this.#cache;
    cache.drop(list);
    const bounds = { bytesMax: cache.availableBytes(list), signal: this.#abortController.signal };
    const index = await buildNameIndex(this.#options.db, list, bounds);
    if (index === 'too large') cache.markTooLarge(list);
    else if (index !== undefined) cache.add({ ...list, index });
  }
}
