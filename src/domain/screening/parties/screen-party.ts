import { ALERT_FROM, POSSIBLE_FROM } from '../names/score-names.ts';
import { type Band, lowerBand } from './bands.ts';
import { EXACT_FROM, type NearestNames, nearestOf } from './best-name-pair.ts';
import { compareBirths, compareCountries, compareSexes } from './compare-attributes.ts';
import { compareIdentifiers, type IdentifierFinding } from './compare-identifiers.ts';
import { explainNames } from './explain-names.ts';
import type { ExplanationItem } from './explanation.ts';
import type { ScreenedParty } from './screened-party.ts';

/** What comparing a party with an entry of a list found. */
export type Finding = {
  /** From 0 to 1: of the names that are most alike, or 1 where an identifier is the same. */
  score: number;
  band: Band;
  /** Which name of the entry was the nearest; null where it or the query has none. */
  matchedName: string | null;
  /** How much the words that both have tell, for ordering what is equal otherwise. */
  rarity: number;
  items: ExplanationItem[];
};

/**
 * Compares all that is known of both; undefined where the names score less than `from` and no identifier is the same.
 * An RFC without homoclave is no match by itself: thousands are born on a day.
 */
export function screenParty(
  query: ScreenedParty,
  entry: ScreenedParty,
  from: number = ALERT_FROM,
): Finding | undefined {
  const identifiers = compareIdentifiers(query, entry);
  const nearest = nearestOf(query, entry, identifiers);
  const { score } = nearest;
  const isFound =
    identifiers.agreement === 'exact' ||
    score >= from ||
    (identifiers.agreement === 'rfc10' && score >= Math.min(from, POSSIBLE_FROM));
  return isFound ? report({ query, entry, identifiers, nearest }) : undefined;
}

type Compared = {
  query: ScreenedParty;
  entry: ScreenedParty;
  identifiers: IdentifierFinding;
  nearest: NearestNames;
};

function report({ query, entry, identifiers, nearest }: Compared): Finding {
  const births = compareBirths(query, entry);
  const sexes = compareSexes(query, entry);
  const against = [births, sexes].filter(({ verdict }) => verdict === 'contradicts').length;
  const names =
    nearest.query === undefined || nearest.entry === undefined
      ? []
      : explainNames(nearest.query, nearest.entry);
  return {
    score: identifiers.agreement === 'exact' ? 1 : nearest.score,
    band: lowerBand(
      bandOf(identifiers, births.verdict === 'supports', nearest.score),
      identifiers.contradictions + against,
    ),
    matchedName: nearest.entry?.core ?? null,
    rarity: names.reduce((sum, { score, weight }) => sum + score * weight, 0),
    items: [
      ...identifiers.items,
      ...names,
      ...nearest.items,
      ...births.items,
      ...sexes.items,
      ...compareCountries(query, entry).items,
    ],
  };
}

function bandOf({ agreement }: IdentifierFinding, hasBirth: boolean, score: number): Band {
  if (agreement === 'exact') return 'identifier_exact';
  if (agreement === 'rfc10') return 'rfc10_plus_name';
  if (hasBirth) return 'name_plus_dob';
  return score >= EXACT_FROM ? 'name_exact_no_dob' : 'name_fuzzy';
}
