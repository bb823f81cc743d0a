import type { NameKind } from '../lists/list-entry.ts';
import { prepareNames } from '../screening/names/prepare-name.ts';
import { toNamePartyType } from '../screening/screened-parties.ts';
import type { ScreeningMatch } from '../screening/screening.ts';

/** Returns the kind of the matched name of an entry. Null when the match is not by a name of the entry. */
export function findMatchedNameKind({ entry, matchedName }: ScreeningMatch): NameKind | null {
  if (matchedName === null) return null;
  const partyType = toNamePartyType(entry.partyType);
  const matchingName = entry.names.find(({ name }) =>
    prepareNames(name, partyType).some(({ core }) => core === matchedName),
  );
  return matchingName?.kind ?? null;
}
