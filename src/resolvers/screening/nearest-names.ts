import type { OwnedEntry } from '../../db/queries/lists/entries.ts';
import { type PreparedName, prepareNames } from '../../domain/screening/prepare-name.ts';
import { scoreNames } from '../../domain/screening/score-names.ts';
import { nameTypeOf } from '../../domain/screening/screened-parties.ts';
import type { ScreenedParty } from '../../domain/screening/screened-party.ts';
import { inTurns } from '../../pacing/in-turns.ts';

/** Who is compared with which entry. */
export type Compared = { party: ScreenedParty; entry: OwnedEntry };

type Nearest = { name: PreparedName; score: number };

/**
 * Of each entry the name that is most like the party's; undefined where none is like it at all. Others have their turn between
 * any two names, for an entry may have hundreds.
 */
export async function nearestNames(
  serviceId: number,
  compared: readonly Compared[],
): Promise<(PreparedName | undefined)[]> {
  const nearest: (Nearest | undefined)[] = compared.map(() => undefined);
  const named = compared.flatMap(({ party, entry }, place) =>
    entry.names.map(({ name }) => ({ place, party, name, partyType: nameTypeOf(entry.partyType) })),
  );
  await inTurns(serviceId, named, ({ place, party, name, partyType }) => {
    for (const theirs of prepareNames(name, partyType)) {
      const score = Math.max(0, ...party.names.map((ours) => scoreNames(ours, theirs)));
      if (score > (nearest[place]?.score ?? 0)) nearest[place] = { name: theirs, score };
    }
  });
  return nearest.map((one) => one?.name);
}
