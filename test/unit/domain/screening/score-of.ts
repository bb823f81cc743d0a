import { prepareNames } from '../../../../src/domain/screening/names/prepare-name.ts';
import { scoreNames } from '../../../../src/domain/screening/names/score-names.ts';
import type { PartyType } from '../../../../src/domain/screening/words/party-type.ts';

/** The best score of all names in both texts. */
export function scoreOf(query: string, candidate: string, partyType: PartyType): number {
  const theirs = prepareNames(candidate, partyType);
  const scores = prepareNames(query, partyType).flatMap((one) =>
    theirs.map((other) => scoreNames(one, other)),
  );
  return Math.max(0, ...scores);
}
