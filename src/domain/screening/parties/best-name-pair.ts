import type { PartyType } from '../../lists/list-entry.ts';
import type { PreparedName } from '../names/prepare-name.ts';
import { POSSIBLE_THRESHOLD, scoreNames } from '../names/score-names.ts';
import { compareBirths, compareCountries } from './compare-attributes.ts';
import type { IdentifierComparison } from './compare-identifiers.ts';
import { findDoubt } from './doubtful-names.ts';
import type { ExplanationItem, NameFeature } from './explanation.ts';
import type { ScreenedParty } from './screened-party.ts';

/** Score from which names are equal word for word, apart from rounding. */
export const EXACT_THRESHOLD = 0.995;
/** Score limit for names that need confirmation by another fact and have none: possible, but no alert (0.85). */
export const UNCONFIRMED_NAME_LIMIT = 0.84;

/** Best-scoring pair of names of two parties, with the limits applied to its score. */
export type BestNamePair = {
  score: number;
  query?: PreparedName;
  entry?: PreparedName;
  items: ExplanationItem[];
};

/**
 * Returns the best-scoring pair of names of a query and an entry. Unless they are equal word for word, three kinds of
 * names need confirmation: weak aliases, which authorities do not expect to be matched alone, doubtful names
 * (`findDoubt`), and names of ships and aircraft. A birth date, a country or an RFC confirms; for weak aliases also
 * another name.
 */
export function findBestNamePair(
  query: ScreenedParty,
  entry: ScreenedParty,
  { agreement }: Pick<IdentifierComparison, 'agreement'>,
): BestNamePair {
  const isConfirmed =
    agreement !== 'none' ||
    [compareBirths, compareCountries].some(
      (compare) => compare(query, entry).verdict === 'supports',
    );
  if (!isConfirmed && isPartyAgainstVehicle(query, entry))
    return findBestPairAmong(query.names, [...entry.names, ...entry.weakNames], limitVehicleName);
  const strongPair = findBestPairAmong(
    query.names,
    entry.names,
    isConfirmed ? acceptPair : limitDoubtfulName,
  );
  const weakPair = findBestPairAmong(query.names, entry.weakNames, acceptPair);
  if (weakPair.score <= strongPair.score) return strongPair;
  return isConfirmed || strongPair.score >= POSSIBLE_THRESHOLD
    ? weakPair
    : limitUnlessExact('weak_alias', weakPair);
}

/**
 * True when a party that is not a vehicle is compared with a ship or an aircraft. Persons and companies are not
 * separated, because providers confuse the two.
 */
function isPartyAgainstVehicle({ partyType }: ScreenedParty, entry: ScreenedParty): boolean {
  return (
    partyType !== 'unknown' && VEHICLE_TYPES.has(entry.partyType) && !VEHICLE_TYPES.has(partyType)
  );
}

const VEHICLE_TYPES: ReadonlySet<PartyType> = new Set<PartyType>(['vessel', 'aircraft']);

/** Limits the score unless the names are equal word for word. */
function limitUnlessExact(feature: NameFeature, bestPair: BestNamePair): BestNamePair {
  const { score } = bestPair;
  return score >= EXACT_THRESHOLD || score <= UNCONFIRMED_NAME_LIMIT
    ? bestPair
    : limitScore(feature, bestPair);
}

/** Lowers the score to UNCONFIRMED_NAME_LIMIT and adds the reason to the explanation. */
function limitScore(feature: NameFeature, bestPair: BestNamePair): BestNamePair {
  const { entry } = bestPair;
  const candidate = entry?.core ?? null;
  return {
    ...bestPair,
    score: UNCONFIRMED_NAME_LIMIT,
    items: [{ ...LIMIT_ITEM, feature, candidate }],
  };
}

const LIMIT_ITEM = {
  query: null,
  score: UNCONFIRMED_NAME_LIMIT,
  weight: 1,
  effect: 'limits',
} as const;

type ScoredNamePair = BestNamePair & { query: PreparedName; entry: PreparedName };
type NamePairJudge = (pair: ScoredNamePair, names: readonly PreparedName[]) => BestNamePair;

function acceptPair(pair: ScoredNamePair): BestNamePair {
  return pair;
}

function limitVehicleName(pair: ScoredNamePair): BestNamePair {
  return limitUnlessExact('ship_or_plane', pair);
}

/**
 * Maximum number of names checked for doubts; the check compares each name with all others, and few entries have more.
 */
const DOUBT_NAMES_MAX = 24;

/** Doubts that also limit names that are equal word for word. */
const LIMITED_WHEN_EXACT: ReadonlySet<NameFeature> = new Set<NameFeature>([
  'turned_surnames',
  'few_sounds',
]);

function limitDoubtfulName(pair: ScoredNamePair, names: readonly PreparedName[]): BestNamePair {
  if (pair.score <= UNCONFIRMED_NAME_LIMIT || names.length > DOUBT_NAMES_MAX) return pair;
  const doubt = findDoubt(pair.query, pair.entry, names);
  if (doubt === undefined) return pair;
  return LIMITED_WHEN_EXACT.has(doubt) ? limitScore(doubt, pair) : limitUnlessExact(doubt, pair);
}

function findBestPairAmong(
  queryNames: readonly PreparedName[],
  entryNames: readonly PreparedName[],
  judge: NamePairJudge,
): BestNamePair {
  let bestPair: BestNamePair = { score: 0, items: [] };
  for (const query of queryNames) {
    for (const entry of entryNames) {
      const score = scoreNames(query, entry);
      if (score <= bestPair.score) continue;
      const judgedPair = judge({ score, query, entry, items: [] }, entryNames);
      if (judgedPair.score > bestPair.score) bestPair = judgedPair;
    }
  }
  return bestPair;
}
