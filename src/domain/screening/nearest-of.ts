import { compareBirths, compareCountries } from './compare-births.ts';
import type { IdentifierFinding } from './compare-identifiers.ts';
import type { ExplanationItem } from './explanation.ts';
import type { PreparedName } from './prepare-name.ts';
import { POSSIBLE_FROM, scoreNames } from './score-names.ts';
import type { ScreenedParty } from './screened-party.ts';

/** From here on names are the same, word for word. */
export const EXACT_FROM = 0.995;
/** What a weak name that is only like the query's comes to where nothing else agrees: possible, and no alert. */
const OF_WEAK_ALONE = 0.84;

/** The names of both that are the most alike, and what besides their words made the score. */
export type NearestNames = {
  score: number;
  query?: PreparedName;
  entry?: PreparedName;
  items: ExplanationItem[];
};

/**
 * The most alike names of a party and an entry. Authorities do not expect anybody to be found by a weak alias alone: one that
 * is not the same word for word needs something else that agrees, which is another name, the birth, a country or an RFC.
 */
export function nearestOf(
  query: ScreenedParty,
  entry: ScreenedParty,
  { agreement }: Pick<IdentifierFinding, 'agreement'>,
): NearestNames {
  const strong = nearestAmong(query.names, entry.names);
  const weak = nearestAmong(query.names, entry.weakNames);
  if (weak.score <= strong.score) return strong;
  const isAgreed =
    agreement !== 'none' ||
    strong.score >= POSSIBLE_FROM ||
    [compareBirths, compareCountries].some(
      (compare) => compare(query, entry).verdict === 'supports',
    );
  if (isAgreed || weak.score >= EXACT_FROM || weak.score <= OF_WEAK_ALONE) return weak;
  const limit = { ...LIMITED, candidate: weak.entry?.core ?? null };
  return { ...weak, score: OF_WEAK_ALONE, items: [limit] };
}

const LIMITED = {
  feature: 'weak_alias',
  query: null,
  score: OF_WEAK_ALONE,
  weight: 1,
  effect: 'limits',
};

function nearestAmong(
  ours: readonly PreparedName[],
  theirs: readonly PreparedName[],
): NearestNames {
  let nearest: NearestNames = { score: 0, items: [] };
  for (const query of ours) {
    for (const entry of theirs) {
      const score = scoreNames(query, entry);
      if (score > nearest.score) nearest = { score, query, entry, items: [] };
    }
  }
  return nearest;
}
