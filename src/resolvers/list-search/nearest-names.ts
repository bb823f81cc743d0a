import type { OwnedEntry } from '../../db/queries/lists/entries.ts';
import { type PreparedName, prepareNames } from '../../domain/screening/names/prepare-name.ts';
import { scoreNames } from '../../domain/screening/names/score-names.ts';
import { UNCONFIRMED_NAME_LIMIT } from '../../domain/screening/parties/best-name-pair.ts';
import type { EntryNames, ScreenedParty } from '../../domain/screening/parties/screened-party.ts';
import { toNamePartyType } from '../../domain/screening/screened-parties.ts';
import { mapInSlices } from '../../scheduling/map-in-slices.ts';

/** Party and the entry that it is compared with. */
export type ComparedPair = { party: ScreenedParty; entry: OwnedEntry };

/** All compared names of an entry, and the nearest one with its score; empty until one is similar. */
type NearestNames = { all: PreparedName[]; names: PreparedName[]; score: number };

/**
 * Returns for each entry the name that is nearest to the party's names, and its nearest weak alias; empty when none is
 * similar. When a name is so similar that the other names may make the match doubtful, returns all names except weak
 * aliases. Yields between two names, because an entry may have hundreds.
 */
export async function findNearestNames(
  serviceId: number,
  pairs: readonly ComparedPair[],
): Promise<EntryNames[]> {
  const nearest = pairs.map(() => ({ strong: createEmpty(), weak: createEmpty() }));
  const comparisons = pairs.flatMap(({ party, entry }, index) =>
    entry.names.map(({ name, kind }) => {
      const target = nearest[index]?.[kind === 'weak' ? 'weak' : 'strong'] ?? createEmpty();
      return { target, party, name, partyType: toNamePartyType(entry.partyType) };
    }),
  );
  await mapInSlices(serviceId, comparisons, ({ target, party, name, partyType }) => {
    for (const entryName of prepareNames(name, partyType)) {
      target.all.push(entryName);
      const score = Math.max(
        0,
        ...party.names.map((partyName) => scoreNames(partyName, entryName)),
      );
      if (score > target.score) Object.assign(target, { names: [entryName], score });
    }
  });
  return nearest.map(({ strong, weak }) => ({
    names: strong.score > UNCONFIRMED_NAME_LIMIT ? strong.all : strong.names,
    weakNames: weak.names,
  }));
}

function createEmpty(): NearestNames {
  return { all: [], names: [], score: 0 };
}
