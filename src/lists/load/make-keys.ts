import { Piscina } from 'piscina';
import type { PartyType } from '../../domain/lists/list-entry.ts';
import { ALL_SERVICES } from '../../domain/lists/list-source.ts';
import { moduleBeside } from '../../runtime/module-beside.ts';
import { mapInSlices } from '../../scheduling/map-in-slices.ts';
import type { KeyedName } from './keys-worker.ts';
import { joinKeys, listKeys } from './list-keys.ts';

/** Creates the search keys of a name. */
export type KeyFunction = (name: string, partyType: PartyType) => readonly string[];

/** Creates the search keys of names: one text for each name, in their order, with keys joined by `KEY_SEPARATOR`. */
export type KeyMaker = {
  make: (names: readonly KeyedName[]) => Promise<string[]>;
  close: () => Promise<void>;
};

/** Number of names whose keys take about as long to create as a thread takes to start. */
const INLINE_NAMES_MAX = 10_000;

/**
 * Opens a maker of search keys. Above INLINE_NAMES_MAX names it uses a worker thread, so that keys are created while
 * the database stores entries.
 */
export function openKeyMaker(createKeys: KeyFunction = listKeys): KeyMaker {
  let workerPool: Piscina<readonly KeyedName[], string[]> | undefined;
  let nameCount = 0;
  return {
    make: async (names) => {
      nameCount += names.length;
      // A custom function cannot be sent to the worker thread.
      if (createKeys !== listKeys || nameCount <= INLINE_NAMES_MAX) {
        return await mapInSlices(ALL_SERVICES, names, (listedName) =>
          joinKeys(createKeys(listedName.name, listedName.partyType)),
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
