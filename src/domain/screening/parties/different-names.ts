import type { Alignment, Pair } from '../names/align-tokens.ts';
import { isOfWords } from '../names/align-tokens.ts';
import type { PreparedName } from '../names/prepare-name.ts';
import type { NameToken } from '../words/name-token.ts';
import { sortLetters, spanishKey } from '../words/phonetic-keys.ts';
import { isSpanishName, SPANISH_GIVEN_NAMES, SPANISH_SURNAMES } from '../words/spanish-names.ts';

/** What one letter costs that sounds like another, as in YESSICA. */
const OF_LIKE_SOUND = 0.5;
/** So short a word is another one where a letter is another. */
const SHORT_WORD = 3;
/** So short is the one telling word of a brand. */
const BRAND_MOST = 6;

/** True when words that differ are both names that people have, and not heard the same: MARIO and MARIA. */
export function hasOtherName({ partyType }: PreparedName, { pairs }: Alignment): boolean {
  return partyType === 'natural' && pairs.some(isOfTwoNames);
}

function isOfTwoNames(pair: Pair): boolean {
  const { query, candidate } = pair;
  return (
    isSlip(pair) &&
    pair.cost > OF_LIKE_SOUND &&
    isSpanishName(query.token.text) &&
    isSpanishName(candidate.token.text) &&
    spanishKey(query.token.text) !== spanishKey(candidate.token.text)
  );
}

function isSlip(pair: Pair): boolean {
  return isOfWords(pair) && (pair.effect === 'spelling' || pair.effect === 'turned');
}

/** True when all words of a person are so short, and one is not the same: LU WU and LI WU. */
export function hasOtherShortWord(query: PreparedName, { pairs }: Alignment): boolean {
  if (query.partyType !== 'natural' || !pairs.some(isSlip)) return false;
  return pairs.every(({ query: ours, candidate: theirs }) =>
    [ours, theirs].every(({ token }) => token.text.length <= SHORT_WORD),
  );
}

/** True when the one telling word of a company is short and has another consonant: ALDESA and ALPESA. */
export function hasOtherBrand({ partyType }: PreparedName, { pairs }: Alignment): boolean {
  if (partyType === 'natural') return false;
  const telling = pairs.filter(
    ({ query, candidate }) => isTelling(query.token) && isTelling(candidate.token),
  );
  const [brand, ...more] = telling;
  if (brand === undefined || more.length > 0 || brand.effect !== 'spelling') return false;
  const [ours, theirs] = [brand.query.token.text, brand.candidate.token.text];
  return Math.max(ours.length, theirs.length) <= BRAND_MOST && isOtherConsonant(ours, theirs);
}

/** The same number of consonants, one of them another that sounds otherwise; not in another order, nor one more. */
function isOtherConsonant(one: string, other: string): boolean {
  const [ours, theirs] = [consonantsHeard(one), consonantsHeard(other)];
  return ours.length === theirs.length && sortLetters(ours) !== sortLetters(theirs);
}

function consonantsHeard(text: string): string {
  return text
    .replace(/[AEIOUYH]/g, '')
    .replace(/[CKQZX]/g, 'S')
    .replace(/[VW]/g, 'B')
    .replaceAll('J', 'G');
}

function isTelling({ kind, isCommon }: NameToken): boolean {
  return kind === 'word' && !isCommon;
}

/** With fewer words a name does not tell which of them are the surnames. */
const SURNAMES_FROM = 3;

/** True when two Spanish surnames stand beside each other in the other order: GARCIA HERNANDEZ and HERNANDEZ GARCIA. */
export function hasTurnedSurnames(query: PreparedName, name: PreparedName): boolean {
  if (query.partyType !== 'natural') return false;
  const [ours, theirs] = [wordsOf(query), wordsOf(name)];
  if (Math.min(ours.length, theirs.length) < SURNAMES_FROM) return false;
  return ours.some((paternal, at) => {
    const maternal = ours[at + 1];
    if (maternal === undefined || paternal === maternal) return false;
    if (!isSurnameOnly(paternal) || !isSurnameOnly(maternal)) return false;
    return theirs.some((word, place) => word === maternal && theirs[place + 1] === paternal);
  });
}

function wordsOf({ tokens }: PreparedName): string[] {
  return tokens.filter(({ kind }) => kind === 'word').map(({ text }) => text);
}

function isSurnameOnly(text: string): boolean {
  return SPANISH_SURNAMES.has(text) && !SPANISH_GIVEN_NAMES.has(text);
}

/** So few characters of Han or Hangul are those of many names. */
const SYLLABLES_FEW = 2;

/** True when names in two ways of writing agree by too little: not by each consonant in order, or by two syllables alone. */
export function hasFewSounds(
  query: PreparedName,
  name: PreparedName,
  { pairs }: Alignment,
): boolean {
  const isOther = query.isVowelless !== name.isVowelless;
  const isParted = (query.syllables === '') !== (name.syllables === '');
  if ((isOther || isParted) && isOfOtherKind(query, name)) return true;
  if (isParted) return Array.from(query.syllables + name.syllables).length <= SYLLABLES_FEW;
  if (!isOther || query.consonants === name.consonants) return false;
  const words = pairs.filter(isOfWords);
  return words.length < 2 || words.some(({ effect, cost }) => effect === 'consonants' && cost > 0);
}

/** A person is no company. */
function isOfOtherKind(query: PreparedName, name: PreparedName): boolean {
  const kinds = [query.partyType, name.partyType];
  return kinds.includes('natural') && kinds.includes('legal');
}
