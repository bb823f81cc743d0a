import { AsyncLocalStorage } from 'node:async_hooks';
import type { Db } from '../client.ts';
import type { ListMark } from '../queries/list-search/indexed-names.ts';
import { type CachedIndex, keyOf, NameIndexCache } from './name-index-cache.ts';
import { readNameIndex } from './read-name-index.ts';

/** Name indexes of lists in the memory of this process, so that names are searched without the database. */
export type NameIndexes = {
  /**
   * Returns the indexes of exactly these versions of lists; undefined when one is missing, which is then loaded for
   * later searches.
   */
  find: (lists: readonly ListMark[]) => CachedIndex[] | undefined;
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

/** Pause of loading after a fault. */
const PAUSE_MS = 30_000;

export function createNameIndexes({
  now = () => performance.now(),
  ...rest
}: NameIndexesOptions): NameIndexes {
  const options = { ...rest, now };
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
  readonly #kept: NameIndexCache;
  readonly #wanted = new Map<string, ListMark>();
  readonly #ending = new AbortController();
  // Runs outside of any request, so that loading is not attributed to the request that caused it.
  readonly #outside = AsyncLocalStorage.snapshot();
  #reading: Promise<void> | undefined;
  #restsUntil = Number.NEGATIVE_INFINITY;

  constructor(options: Required<NameIndexesOptions>, cache: NameIndexCache) {
    this.#options = options;
    this.#kept = cache;
  }

  request(lists: readonly ListMark[]): void {
    if (this.#ending.signal.aborted || this.#options.now() < this.#restsUntil) return;
    for (const list of lists) if (!this.#kept.isRefused(list)) this.#wanted.set(keyOf(list), list);
    if (this.#wanted.size === 0) return;
    this.#reading ??= this.#outside(this.#readAll).finally(() => {
      this.#reading = undefined;
    });
  }

  readonly settle = async (): Promise<void> => await this.#reading;

  readonly close = async (): Promise<void> => {
    this.#ending.abort();
    await this.#reading;
  };

  readonly #readAll = async (): Promise<void> => {
    const { signal } = this.#ending;
    try {
      for (const [key, list] of this.#wanted) {
        if (signal.aborted) break;
        await this.#readOne(list);
        this.#wanted.delete(key);
      }
    } catch (error) {
      this.#wanted.clear();
      this.#restsUntil = this.#options.now() + PAUSE_MS;
      if (!signal.aborted) this.#options.onFault(error);
    }
  };

  async #readOne(list: ListMark): Promise<void> {
    const cache = this.#kept;
    cache.drop(list);
    const bounds = { bytesMax: cache.availableBytes(list), signal: this.#ending.signal };
    const index = await readNameIndex(this.#options.db, list, bounds);
    if (index === 'too large') cache.refuse(list);
    else if (index !== undefined) cache.keep({ ...list, index: index });
  }
}
