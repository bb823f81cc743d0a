import { Piscina } from 'piscina';
import type { PartyType } from '../../domain/lists/list-entry.ts';
import { ALL_SERVICES } from '../../domain/lists/list-source.ts';
import { moduleBeside } from '../../runtime/module-beside.ts';
import { mapInSlices } from '../../scheduling/map-in-slices.ts';
import type { KeyedName } from './keys-worker.ts';
import { joinKeys, listKeys } from './list-keys.ts';

/** Creates the search keys of a name. */
export type KeysOf = (name: string, partyType: PartyType) => readonly string[];

/** Creates search keys of names in their order: those of each name joined by `KEY_SEPARATOR`. */
export type KeyMaker = {
  make: (names: readonly KeyedName[]) => Promise<string[]>;
  close: () => Promise<void>;
};

/** Number of names whose keys take as long as starting a thread. */
const INLINE_NAMES_MAX = 10_000;

/**
 * Opens a maker of search keys. From a certain number of names on it uses a worker thread, while the database stores
 * entries.
 */
export function openKeyMaker(keysOf: KeysOf = listKeys): KeyMaker {
  let workerPool: Piscina<readonly KeyedName[], string[]> | undefined;
  let nameCount = 0;
  return {
    make: async (names) => {
      nameCount += names.length;
      if (keysOf !== listKeys || nameCount <= INLINE_NAMES_MAX) {
        return await mapInSlices(ALL_SERVICES, names, (listedName) =>
          joinKeys(keysOf(listedName.name, listedName.partyType)),
        );
      }
      workerPool ??= openWorkerPool();
      return await workerPool.run(names);
    },
    close: async () => await workerPool?.destroy(),
  };
}

function openWorkerPool(): Piscina<readonly KeyedName[], string[]> {
  return new Piscina({
    filename: moduleBeside(import.meta.url, 'keys-worker').href,
    name: 'makeKeys',
    minThreads: 1,
    maxThreads: 1,
  });
}
