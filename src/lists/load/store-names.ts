import type { Db } from '../../db/client.ts';
import {
  closeNewNames,
  fetchNewNames,
  insertNames,
  type NamePage,
  type NewName,
  openNewNames,
  toNamePage,
} from '../../db/queries/list-search/new-names.ts';
import type { NameStore } from '../../db/queries/lists/merge.ts';
import { ALL_SERVICES } from '../../domain/lists/list-source.ts';
import { timeSlices } from '../../scheduling/time-slices.ts';
import type { KeyMaker } from './make-keys.ts';

export type NameBatchSizes = {
  /** Number of names in a page, whose keys are created and stored together. */
  page: number;
  /** Number of pages whose keys are created while the entries are stored. */
  prefetchedPages: number;
};

/** Memory is about 300 bytes for each name, and several thousand for one with the maximum number of keys. */
const BATCH_SIZES: NameBatchSizes = { page: 1_000, prefetchedPages: 50 };

/**
 * Creates the store for the names of new entries, which it stores in pages. Creating search keys takes longer than all
 * other steps, so only new names get keys, while the database stores entries.
 */
export function storeNames(keys: KeyMaker, sizes: NameBatchSizes = BATCH_SIZES): NameStore {
  const prefetcher = new NamePrefetcher(keys, sizes.page);
  return {
    begin: async (db) => {
      await openNewNames(db);
      while (prefetcher.count < sizes.prefetchedPages && !prefetcher.isComplete)
        await prefetcher.prefetch(db);
    },
    store: async (db, serviceId) => {
      for (let page = prefetcher.shift(); page !== undefined; page = prefetcher.shift()) {
        await insertNames(db, serviceId, await page);
        if (!prefetcher.isComplete) await prefetcher.prefetch(db);
      }
      await closeNewNames(db);
    },
  };
}

/** Pages of names whose keys are prefetched. */
class NamePrefetcher {
  readonly #keys: KeyMaker;
  readonly #size: number;
  readonly #pages: Promise<NamePage>[] = [];
  /** True when all names were read. */
  isComplete = false;

  constructor(keys: KeyMaker, size: number) {
    this.#keys = keys;
    this.#size = size;
  }

  get count(): number {
    return this.#pages.length;
  }

  shift(): Promise<NamePage> | undefined {
    return this.#pages.shift();
  }

  async prefetch(db: Db): Promise<void> {
    if (timeSlices.isOver()) await timeSlices.wait(ALL_SERVICES);
    const names = await fetchNewNames(db, this.#size);
    this.isComplete = names.length < this.#size;
    const page = createKeys(this.#keys, names);
    // The rejection is handled by the reader of the page, not by the process.
    page.catch(() => undefined);
    this.#pages.push(page);
  }
}

async function createKeys(keys: KeyMaker, names: readonly NewName[]): Promise<NamePage> {
  const keyTexts = await keys.make(names.map(({ name, partyType }) => ({ name, partyType })));
  // A name without keys could never be found.
  if (keyTexts.length !== names.length) throw new Error('A name came back without its keys.');
  return toNamePage(names, keyTexts);
}
