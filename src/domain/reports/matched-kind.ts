import type { NameKind } from '../lists/list-entry.ts';
import { prepareNames } from '../screening/names/prepare-name.ts';
import { nameTypeOf } from '../screening/screened-parties.ts';
import type { ScreeningMatch } from '../screening/screening.ts';

/** Which of its entry's names a match is by; null where it is by none. */
export function matchedKindOf({ entry, matchedName }: ScreeningMatch): NameKind | null {
  if (matchedName === null) return null;
  const partyType = nameTypeOf(entry.partyType);
  const named = entry.names.find(({ name }) =>
    prepareNames(name, partyType).some(({ core }) => core === matchedName),
  );
  return named?.kind ?? null;
}
