import { Piscina } from 'piscina';
import type { PartyType } from '../domain/lists/list-entry.ts';
import { ALL_SERVICES } from '../domain/lists/list-source.ts';
import { inTurns } from '../pacing/in-turns.ts';
import { moduleBeside } from '../processes/module-beside.ts';
import { KEYS_BETWEEN, type KeyedName } from './keys-worker.ts';
import { listKeys } from './list-keys.ts';

/** What names are found by. */
export type KeysOf = (name: string, partyType: PartyType) => readonly string[];

/** Makes the keys of a list's names, of each call in their order. */
export type KeyMaker = {
  make: (names: readonly KeyedName[]) => Promise<(readonly string[])[]>;
  close: () => Promise<void>;
};

/** A thread takes as long to begin as so many names. */
const HERE_MOST = 10_000;

/** Of a long list the keys are made in a thread, for that takes half of the time that a list takes to be read. */
export function openKeyMaker(keysOf?: KeysOf): KeyMaker {
  let thread: Piscina<readonly KeyedName[], string[]> | undefined;
  let asked = 0;
  return {
    make: async (names) => {
      asked += names.length;
      if (keysOf !== undefined || asked <= HERE_MOST) {
        const make = keysOf ?? listKeys;
        return await inTurns(ALL_SERVICES, names, ({ name, partyType }) => make(name, partyType));
      }
      thread ??= openThread();
      const made = await thread.run(names);
      return made.map((keys) => (keys === '' ? [] : keys.split(KEYS_BETWEEN)));
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
