import { Piscina } from 'piscina';
import type { PartyType } from '../../domain/lists/list-entry.ts';
import { ALL_SERVICES } from '../../domain/lists/list-source.ts';
import { moduleBeside } from '../../runtime/module-beside.ts';
import { mapInSlices } from '../../scheduling/map-in-slices.ts';
import type { KeyedName } from './keys-worker.ts';
import { joinKeys, listKeys } from './list-keys.ts';

/** What names are found by. */
export type KeysOf = (name: string, partyType: PartyType) => readonly string[];

/** Makes the keys of names, of each call in their order: those of one joined by `KEY_SEPARATOR`. */
export type KeyMaker = {
  make: (names: readonly KeyedName[]) => Promise<string[]>;
  close: () => Promise<void>;
};

/** A thread takes as long to begin as so many names. */
const HERE_MOST = 10_000;

/** Of many names the keys are made in a thread, beside what the database does with the entries. */
export function openKeyMaker(keysOf: KeysOf = listKeys): KeyMaker {
  let thread: Piscina<readonly KeyedName[], string[]> | undefined;
  let asked = 0;
  return {
    make: async (names) => {
      asked += names.length;
      if (keysOf !== listKeys || asked <= HERE_MOST) {
        return await mapInSlices(ALL_SERVICES, names, (one) =>
          joinKeys(keysOf(one.name, one.partyType)),
        );
      }
      thread ??= openThread();
      return await thread.run(names);
    },
    close: async () => await thread?.destroy(),
  };
}

function openThread(): Piscina<readonly KeyedName[], string[]> {
  return new Piscina({
    filename: moduleBeside(import.meta.url, 'keys-worker').href,
    name: 'makeKeys',
    minThreads: 1,
    maxThreads: 1,
  });
}
