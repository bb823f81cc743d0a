import type { PartyType } from '../../lists/list-entry.ts';
import type { PreparedName } from '../names/prepare-name.ts';
import { POSSIBLE_FROM, scoreNames } from '../names/score-names.ts';
import { compareBirths, compareCountries } from './compare-attributes.ts';
import type { IdentifierFinding } from './compare-identifiers.ts';
import { doubtOf } from './doubtful-names.ts';
import type { ExplanationItem, NameFeature } from './explanation.ts';
import type { ScreenedParty } from './screened-party.ts';

/** From here on names are the same, word for word. */
export const EXACT_FROM = 0.995;
/** What a doubtful name that is only like the query's comes to where nothing else agrees: possible, and no alert. */
export const OF_DOUBTFUL_ALONE = 0.84;

/** The names of both that are the most alike, and what besides their words made the score. */
export type NearestNames = {
  score: number;
  query?: PreparedName;
  entry?: PreparedName;
  items: ExplanationItem[];
};

/**
 * The most alike names of a party and an entry. Three kinds of names need something else that agrees, unless they are the same
 * word for word: weak aliases, of which authorities do not expect anybody to be found by them alone, those that are doubtful
 * (`doubtOf`), and all of a ship or a plane. What agrees is the birth, a country or
 * an RFC, and for weak ones another name.
 */
export function nearestOf(
  query: ScreenedParty,
  entry: ScreenedParty,
  { agreement }: Pick<IdentifierFinding, 'agreement'>,
): NearestNames {
  const isAgreed =
    agreement !== 'none' ||
    [compareBirths, compareCountries].some(
      (compare) => compare(query, entry).verdict === 'supports',
    );
  if (!isAgreed && isOfThing(query, entry))
    return nearestAmong(query.names, [...entry.names, ...entry.weakNames], limitThing);
  const strong = nearestAmong(query.names, entry.names, isAgreed ? certain : limitDoubtful);
  const weak = nearestAmong(query.names, entry.weakNames, certain);
  if (weak.score <= strong.score) return strong;
  return isAgreed || strong.score >= POSSIBLE_FROM ? weak : limitTo('weak_alias', weak);
}

/** Nobody who is looked for is a ship or a plane. A person and a company are not held apart so: providers note which one is wrongly. */
function isOfThing({ partyType }: ScreenedParty, entry: ScreenedParty): boolean {
  return partyType !== 'unknown' && THINGS.has(entry.partyType) && !THINGS.has(partyType);
}

const THINGS: ReadonlySet<PartyType> = new Set<PartyType>(['vessel', 'aircraft']);

/** What is not the same word for word is possible at most. */
function limitTo(feature: NameFeature, nearest: NearestNames): NearestNames {
  const { score } = nearest;
  return score >= EXACT_FROM || score <= OF_DOUBTFUL_ALONE ? nearest : limit(feature, nearest);
}

function limit(feature: NameFeature, nearest: NearestNames): NearestNames {
  const { entry } = nearest;
  const candidate = entry?.core ?? null;
  return { ...nearest, score: OF_DOUBTFUL_ALONE, items: [{ ...LIMITED, feature, candidate }] };
}

const LIMITED = { query: null, score: OF_DOUBTFUL_ALONE, weight: 1, effect: 'limits' } as const;

type Found = NearestNames & { query: PreparedName; entry: PreparedName };
type Judge = (found: Found, names: readonly PreparedName[]) => NearestNames;

function certain(found: Found): NearestNames {
  return found;
}

function limitThing(found: Found): NearestNames {
  return limitTo('ship_or_plane', found);
}

/** Each name is held against all others: of an entry of more, which few have, that would hold everybody for long. */
const DENYING_MOST = 24;

/** Doubts about names that are the same word for word, too. */
const DENIED: ReadonlySet<NameFeature> = new Set<NameFeature>(['turned_surnames', 'few_sounds']);

function limitDoubtful(found: Found, names: readonly PreparedName[]): NearestNames {
  if (found.score <= OF_DOUBTFUL_ALONE || names.length > DENYING_MOST) return found;
  const doubt = doubtOf(found.query, found.entry, names);
  if (doubt === undefined) return found;
  return DENIED.has(doubt) ? limit(doubt, found) : limitTo(doubt, found);
}

function nearestAmong(
  ours: readonly PreparedName[],
  theirs: readonly PreparedName[],
  judge: Judge,
): NearestNames {
  let nearest: NearestNames = { score: 0, items: [] };
  for (const query of ours) {
    for (const entry of theirs) {
      const score = scoreNames(query, entry);
      if (score <= nearest.score) continue;
      const judged = judge({ score, query, entry, items: [] }, theirs);
      if (judged.score > nearest.score) nearest = judged;
    }
  }
  return nearest;
}
