import { createKnownKinds, type KnownKinds } from './known-kinds.ts';
import { createKnownLists, type KnownLists } from './known-lists.ts';
import { createNameIndexes, type NameIndexes, type NameIndexesOptions } from './name-indexes.ts';

/** What a process holds of lists; whoever uses it asks the database each time whether it is still true. */
export type ListMemory = {
  lists: KnownLists;
  kinds: KnownKinds;
  names: NameIndexes;
  close: () => Promise<void>;
};

export function createListMemory(options: NameIndexesOptions): ListMemory {
  const names = createNameIndexes(options);
  return { lists: createKnownLists(), kinds: createKnownKinds(), names, close: names.close };
}
