import type { NameToken } from '../words/name-token.ts';
import { type Alignment, isOfWords } from './align-tokens.ts';
import { countTelling } from './score-letters.ts';
import { type Compared, weightOf } from './score-words.ts';

const OF_OTHER_SYLLABLES = 0.7;
const OF_OTHER_NUMBERS = 0.84;
const OF_LITTLE = 0.8;
/** Words that weigh more are borne by few. */
const RARE_FROM = 0.9;

/** What no score goes beyond, however alike the words are. */
export function limitOf(compared: Compared): number {
  const { query, candidate, alignment } = compared;
  // One sign of Han or Hangul is a syllable: Latin letters would make another name seem a slip.
  const hasSyllables = query.syllables !== '' && candidate.syllables !== '';
  if (hasSyllables && query.syllables !== candidate.syllables) return OF_OTHER_SYLLABLES;
  if (alignment.query.some(isNumber) && alignment.candidate.some(isNumber)) return OF_OTHER_NUMBERS;
  const isEnough = query.partyType === 'natural' ? hasEnoughWords : hasTellingWords;
  return isEnough(compared) ? 1 : OF_LITTLE;
}

function isNumber({ kind }: NameToken): boolean {
  return kind === 'number';
}

/** A company's name of general words only is nobody's. */
function hasTellingWords({ query, candidate }: Compared): boolean {
  return countTelling(query) + countTelling(candidate) > 0;
}

/** So many consonants in the same order are no chance. */
const CONSONANTS_ENOUGH = 4;

/** Two words of a person; all consonants, for words may be parted in other places; one word where both names have no other, or a rare
 * one with initials. */
function hasEnoughWords({ query, candidate, alignment }: Compared): boolean {
  const words = alignment.pairs.filter(isOfWords);
  if (new Set(words.map((pair) => pair.query.token.text)).size > 1) return true;
  const isAlone = query.tokens.length === 1 && candidate.tokens.length === 1;
  if (isWhole(alignment) && (isAlone || words.some((pair) => weightOf(pair) > RARE_FROM)))
    return true;
  return query.consonants.length >= CONSONANTS_ENOUGH && query.consonants === candidate.consonants;
}

function isWhole({ query, candidate }: Alignment): boolean {
  return query.length === 0 && candidate.length === 0;
}
