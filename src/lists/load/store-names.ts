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
import type { NameStorer } from '../../db/queries/lists/merge.ts';
import { ALL_SERVICES } from '../../domain/lists/list-source.ts';
import { timeSlices } from '../../scheduling/time-slices.ts';
import type { KeyMaker } from './make-keys.ts';

export type NamePaces = {
  /** Names whose keys are made at once, and that are stored at once. */
  page: number;
  /** Of so many pages keys are made while the entries are stored. */
  pagesAhead: number;
};

/** Some 300 bytes a name wait in memory, and several thousand of one that has as many keys as a name may have. */
const PACES: NamePaces = { page: 1_000, pagesAhead: 50 };

/**
 * Stores the names of new entries, a page at a time. What they are found by takes longer to make than all else of a list, so it is
 * made of these alone, and while the database has entries to store.
 */
export function storeNames(keys: KeyMaker, paces: NamePaces = PACES): NameStorer {
  const ahead = new NamesAhead(keys, paces.page);
  return {
    begin: async (db) => {
      await openNewNames(db);
      while (ahead.count < paces.pagesAhead && !ahead.isComplete) await ahead.read(db);
    },
    store: async (db, serviceId) => {
      for (let page = ahead.take(); page !== undefined; page = ahead.take()) {
        await insertNames(db, serviceId, await page);
        if (!ahead.isComplete) await ahead.read(db);
      }
      await closeNewNames(db);
    },
  };
}

/** Pages that were read, whose keys are made or being made. */
class NamesAhead {
  readonly #keys: KeyMaker;
  readonly #size: number;
  readonly #pages: Promise<NamePage>[] = [];
  /** Whether there is nothing more to read. */
  isComplete = false;

  constructor(keys: KeyMaker, size: number) {
    this.#keys = keys;
    this.#size = size;
  }

  get count(): number {
    return this.#pages.length;
  }

  take(): Promise<NamePage> | undefined {
    return this.#pages.shift();
  }

  async read(db: Db): Promise<void> {
    if (timeSlices.isOver()) await timeSlices.wait(ALL_SERVICES);
    const names = await fetchNewNames(db, this.#size);
    this.isComplete = names.length < this.#size;
    const found = findBy(this.#keys, names);
    // Whoever waits for it is told of its fault, and not the process.
    found.catch(() => undefined);
    this.#pages.push(found);
  }
}

async function findBy(keys: KeyMaker, names: readonly NewName[]): Promise<NamePage> {
  const made = await keys.make(names.map(({ name, partyType }) => ({ name, partyType })));
  // Nobody would ever find it.
  if (made.length !== names.length) throw new Error('A name came back without its keys.');
  return toNamePage(names, made);
}
