import type { NameKind } from '../lists/list-entry.ts';
import { prepareNames } from '../screening/names/prepare-name.ts';
import { nameTypeOf } from '../screening/screened-parties.ts';
import type { ScreeningMatch } from '../screening/screening.ts';

/** Returns the kind of the matched name of an entry. Null when the match is not by a name. */
export function matchedKindOf({ entry, matchedName }: ScreeningMatch): NameKind | null {
  if (matchedName === null) return null;
  const partyType = nameTypeOf(entry.partyType);
  const named = entry.names.find(({ name }) =>
    prepareNames(name, partyType).some(({ core }) => core === matchedName),
  );
  return named?.kind ?? null;
}
