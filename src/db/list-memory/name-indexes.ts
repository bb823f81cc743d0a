import { AsyncLocalStorage } from 'node:async_hooks';
import type { Db } from '../client.ts';
import type { ListMark } from '../queries/list-search/indexed-names.ts';
import { type HeldIndex, KeptIndexes, keyOf } from './kept-indexes.ts';
import { readNameIndex } from './read-name-index.ts';

/** Indexes of lists' names that this process holds, so that names are found without the database. */
export type NameIndexes = {
  /**
   * Those of exactly these lists as they are by their marks; undefined where one is not held, which is then read for whoever
   * comes later.
   */
  find: (lists: readonly ListMark[]) => HeldIndex[] | undefined;
  /** What all that are held take. */
  bytes: () => number;
  /** Resolves once nothing is being read. */
  settle: () => Promise<void>;
  /** Gives up what is being read. */
  close: () => Promise<void>;
};

export type NameIndexesOptions = {
  db: Db;
  /** Of all that are held; 0: none is. */
  bytesMax: number;
  onFault: (error: unknown) => void;
  /** In milliseconds, from any beginning. */
  now?: () => number;
};

/** After a fault nothing is read for so long. */
const REST_MS = 30_000;

export function createNameIndexes({
  now = () => performance.now(),
  ...given
}: NameIndexesOptions): NameIndexes {
  const options = { ...given, now };
  const kept = new KeptIndexes(options.bytesMax, now);
  const reader = new IndexReader(options, kept);
  return {
    find: (lists) => {
      kept.dropUnused();
      const found = lists.flatMap((list) => kept.find(list) ?? []);
      if (found.length === lists.length) return found;
      reader.want(lists.filter((list) => kept.find(list) === undefined));
      return undefined;
    },
    bytes: () => kept.bytes,
    settle: reader.settle,
    close: reader.close,
  };
}

/** Reads what is wanted, one list after the other. */
class IndexReader {
  readonly #options: Required<NameIndexesOptions>;
  readonly #kept: KeptIndexes;
  readonly #wanted = new Map<string, ListMark>();
  readonly #ending = new AbortController();
  // Nobody's request: what is read is not to be counted as the part of whoever came first.
  readonly #outside = AsyncLocalStorage.snapshot();
  #reading: Promise<void> | undefined;
  #restsUntil = Number.NEGATIVE_INFINITY;

  constructor(options: Required<NameIndexesOptions>, kept: KeptIndexes) {
    this.#options = options;
    this.#kept = kept;
  }

  want(lists: readonly ListMark[]): void {
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
      this.#restsUntil = this.#options.now() + REST_MS;
      if (!signal.aborted) this.#options.onFault(error);
    }
  };

  async #readOne(list: ListMark): Promise<void> {
    const kept = this.#kept;
    kept.drop(list);
    const bounds = { bytesMax: kept.roomFor(list), signal: this.#ending.signal };
    const read = await readNameIndex(this.#options.db, list, bounds);
    if (read === 'too large') kept.refuse(list);
    else if (read !== undefined) kept.keep({ ...list, index: read });
  }
}
