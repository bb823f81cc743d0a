import type { OwnedEntry } from '../../db/queries/lists/entries.ts';
import { type PreparedName, prepareNames } from '../../domain/screening/names/prepare-name.ts';
import { scoreNames } from '../../domain/screening/names/score-names.ts';
import { UNCONFIRMED_NAME_LIMIT } from '../../domain/screening/parties/best-name-pair.ts';
import type { EntryNames, ScreenedParty } from '../../domain/screening/parties/screened-party.ts';
import { toNamePartyType } from '../../domain/screening/screened-parties.ts';
import { mapInSlices } from '../../scheduling/map-in-slices.ts';

/** Who is compared with which entry. */
export type Compared = { party: ScreenedParty; entry: OwnedEntry };

type Nearest = { all: PreparedName[]; names: PreparedName[]; score: number };

/**
 * Of each entry the name that is most like the party's, and the weak one that is; none where none is like it at all. All but
 * weak ones where one is so like it that the others may make it doubtful. Others have their turn between any two names, for an
 * entry may have hundreds.
 */
export async function nearestNames(
  serviceId: number,
  compared: readonly Compared[],
): Promise<EntryNames[]> {
  const nearest = compared.map(() => ({ strong: nobody(), weak: nobody() }));
  const named = compared.flatMap(({ party, entry }, place) =>
    entry.names.map(({ name, kind }) => {
      const of = nearest[place]?.[kind === 'weak' ? 'weak' : 'strong'] ?? nobody();
      return { of, party, name, partyType: toNamePartyType(entry.partyType) };
    }),
  );
  await mapInSlices(serviceId, named, ({ of, party, name, partyType }) => {
    for (const theirs of prepareNames(name, partyType)) {
      of.all.push(theirs);
      const score = Math.max(0, ...party.names.map((ours) => scoreNames(ours, theirs)));
      if (score > of.score) Object.assign(of, { names: [theirs], score });
    }
  });
  return nearest.map(({ strong, weak }) => ({
    names: strong.score > UNCONFIRMED_NAME_LIMIT ? strong.all : strong.names,
    weakNames: weak.names,
  }));
}

function nobody(): Nearest {
  return { all: [], names: [], score: 0 };
}
