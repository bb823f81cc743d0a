import { ALERT_THRESHOLD, POSSIBLE_THRESHOLD } from '../names/score-names.ts';
import { type Band, lowerBand } from './bands.ts';
import { type BestNamePair, EXACT_THRESHOLD, findBestNamePair } from './best-name-pair.ts';
import { compareBirths, compareCountries, compareSexes } from './compare-attributes.ts';
import { compareIdentifiers, type IdentifierComparison } from './compare-identifiers.ts';
import { explainNames } from './explain-names.ts';
import type { ExplanationItem } from './explanation.ts';
import type { ScreenedParty } from './screened-party.ts';

/** Match of a party with an entry of a list. */
export type PartyMatch = {
  /** Score from 0 to 1: of the best-scoring names, or 1 for an equal identifier. */
  score: number;
  band: Band;
  /** Best-scoring name of the entry; null when the entry or the query has none. */
  matchedName: string | null;
  /** Weight of the shared words, for ordering otherwise equal matches. */
  rarity: number;
  items: ExplanationItem[];
};

/**
 * Compares all known facts of both parties. Returns undefined when the names score below `threshold` and no identifier
 * is equal. An equal RFC without homoclave lowers the required score to POSSIBLE_THRESHOLD, but is no match alone,
 * because thousands of people share a birth date.
 */
export function screenParty(
  query: ScreenedParty,
  entry: ScreenedParty,
  threshold: number = ALERT_THRESHOLD,
): PartyMatch | undefined {
  const identifiers = compareIdentifiers(query, entry);
  const bestPair = findBestNamePair(query, entry, identifiers);
  const { score } = bestPair;
  const isMatch =
    identifiers.agreement === 'exact' ||
    score >= threshold ||
    (identifiers.agreement === 'rfc10' && score >= Math.min(threshold, POSSIBLE_THRESHOLD));
  return isMatch ? createMatch({ query, entry, identifiers, bestPair }) : undefined;
}

type PartyComparison = {
  query: ScreenedParty;
  entry: ScreenedParty;
  identifiers: IdentifierComparison;
  bestPair: BestNamePair;
};

function createMatch({ query, entry, identifiers, bestPair }: PartyComparison): PartyMatch {
  const births = compareBirths(query, entry);
  const sexes = compareSexes(query, entry);
  const contradictions = [births, sexes].filter(({ verdict }) => verdict === 'contradicts').length;
  const names =
    bestPair.query === undefined || bestPair.entry === undefined
      ? []
      : explainNames(bestPair.query, bestPair.entry);
  return {
    score: identifiers.agreement === 'exact' ? 1 : bestPair.score,
    band: lowerBand(
      selectBand(identifiers, births.verdict === 'supports', bestPair.score),
      identifiers.contradictions + contradictions,
    ),
    matchedName: bestPair.entry?.core ?? null,
    rarity: names.reduce((sum, { score, weight }) => sum + score * weight, 0),
    items: [
      ...identifiers.items,
      ...names,
      ...bestPair.items,
      ...births.items,
      ...sexes.items,
      ...compareCountries(query, entry).items,
    ],
  };
}

function selectBand({ agreement }: IdentifierComparison, hasBirth: boolean, score: number): Band {
  if (agreement === 'exact') return 'identifier_exact';
  if (agreement === 'rfc10') return 'rfc10_plus_name';
  if (hasBirth) return 'name_plus_dob';
  return score >= EXACT_THRESHOLD ? 'name_exact_no_dob' : 'name_fuzzy';
}
