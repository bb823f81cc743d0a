import type { Alignment, TokenPair } from '../names/align-tokens.ts';
import { isWordPair } from '../names/align-tokens.ts';
import type { PreparedName } from '../names/prepare-name.ts';
import type { NameToken } from '../words/name-token.ts';
import { sortLetters, toSpanishKey } from '../words/phonetic-keys.ts';
import { isSpanishName, SPANISH_GIVEN_NAMES, SPANISH_SURNAMES } from '../words/spanish-names.ts';

/** Edit cost that one letter replaced by another with the same sound does not exceed: JESSICA and YESSICA. */
const SAME_SOUND_COST = 0.5;
/** Maximum length of a word that is a different word if one letter differs. */
const SHORT_WORD_LENGTH_MAX = 3;
/** Maximum length of the distinctive word of a short brand. */
const SHORT_BRAND_LENGTH_MAX = 6;

/** True when two differing words are both established names with different Spanish pronunciation: MARIO and MARIA. */
export function hasDifferentName({ partyType }: PreparedName, { pairs }: Alignment): boolean {
  return partyType === 'natural' && pairs.some(areDifferentNames);
}

function areDifferentNames(pair: TokenPair): boolean {
  const { query, candidate } = pair;
  return (
    isTypo(pair) &&
    pair.cost > SAME_SOUND_COST &&
    isSpanishName(query.token.text) &&
    isSpanishName(candidate.token.text) &&
    toSpanishKey(query.token.text) !== toSpanishKey(candidate.token.text)
  );
}

function isTypo(pair: TokenPair): boolean {
  return isWordPair(pair) && (pair.effect === 'spelling' || pair.effect === 'turned');
}

/** True when all words of a person are short and one differs: LU WU and LI WU. */
export function hasDifferentShortWord(query: PreparedName, { pairs }: Alignment): boolean {
  if (query.partyType !== 'natural' || !pairs.some(isTypo)) return false;
  return pairs.every((pair) =>
    [pair.query, pair.candidate].every(({ token }) => token.text.length <= SHORT_WORD_LENGTH_MAX),
  );
}

/** True when the only distinctive word of a company is short and has a different consonant: ALDESA and ALPESA. */
export function hasDifferentBrand({ partyType }: PreparedName, { pairs }: Alignment): boolean {
  if (partyType === 'natural') return false;
  const distinctivePairs = pairs.filter(
    ({ query, candidate }) => isDistinctive(query.token) && isDistinctive(candidate.token),
  );
  const [brand, ...otherPairs] = distinctivePairs;
  if (brand === undefined || otherPairs.length > 0 || brand.effect !== 'spelling') return false;
  const [queryBrand, candidateBrand] = [brand.query.token.text, brand.candidate.token.text];
  return (
    Math.max(queryBrand.length, candidateBrand.length) <= SHORT_BRAND_LENGTH_MAX &&
    hasDifferentConsonant(queryBrand, candidateBrand)
  );
}

/**
 * True when both have the same number of consonants and one of them sounds different; false for reordered or
 * additional consonants.
 */
function hasDifferentConsonant(first: string, second: string): boolean {
  const [firstConsonants, secondConsonants] = [
    toSpanishConsonants(first),
    toSpanishConsonants(second),
  ];
  return (
    firstConsonants.length === secondConsonants.length &&
    sortLetters(firstConsonants) !== sortLetters(secondConsonants)
  );
}

function toSpanishConsonants(text: string): string {
  return text
    .replace(/[AEIOUYH]/g, '')
    .replace(/[CKQZX]/g, 'S')
    .replace(/[VW]/g, 'B')
    .replaceAll('J', 'G');
}

function isDistinctive({ kind, isCommon }: NameToken): boolean {
  return kind === 'word' && !isCommon;
}

/** Minimum number of words for surnames to be recognizable by position. */
const WORDS_WITH_SURNAMES_MIN = 3;

/** True when two adjacent Spanish surnames are swapped: GARCIA HERNANDEZ and HERNANDEZ GARCIA. */
export function hasSwappedSurnames(query: PreparedName, name: PreparedName): boolean {
  if (query.partyType !== 'natural') return false;
  const [queryWords, nameWords] = [listWords(query), listWords(name)];
  if (Math.min(queryWords.length, nameWords.length) < WORDS_WITH_SURNAMES_MIN) return false;
  return queryWords.some((paternal, index) => {
    const maternal = queryWords[index + 1];
    if (maternal === undefined || paternal === maternal) return false;
    if (!isSurnameOnly(paternal) || !isSurnameOnly(maternal)) return false;
    return nameWords.some(
      (word, nameIndex) => word === maternal && nameWords[nameIndex + 1] === paternal,
    );
  });
}

function listWords({ tokens }: PreparedName): string[] {
  return tokens.filter(({ kind }) => kind === 'word').map(({ text }) => text);
}

function isSurnameOnly(text: string): boolean {
  return SPANISH_SURNAMES.has(text) && !SPANISH_GIVEN_NAMES.has(text);
}

/** Number of consonants below which many names share a reading of a name in Hebrew. */
const FEW_CONSONANTS = 6;
/** Maximum number of Han or Hangul characters that many names share. */
const FEW_SYLLABLES = 2;

/** True when names in two scripts are of a person and a company, or agree by differing consonants or two syllables. */
export function hasWeakPhoneticEvidence(
  query: PreparedName,
  name: PreparedName,
  { pairs }: Alignment,
): boolean {
  const isOtherScript = query.isVowelless !== name.isVowelless;
  const hasSyllablesOnOneSide = (query.syllables === '') !== (name.syllables === '');
  if ((isOtherScript || hasSyllablesOnOneSide) && isPersonAgainstCompany(query, name)) return true;
  if (hasSyllablesOnOneSide)
    return Array.from(query.syllables + name.syllables).length <= FEW_SYLLABLES;
  if (!isOtherScript) return false;
  if (hasFewHebrewConsonants(query) || hasFewHebrewConsonants(name)) return true;
  if (query.consonants === name.consonants) return false;
  const words = pairs.filter(isWordPair);
  return words.length < 2 || words.some(({ effect, cost }) => effect === 'consonants' && cost > 0);
}

function hasFewHebrewConsonants({ isHebrew, consonants }: PreparedName): boolean {
  return isHebrew && consonants.length < FEW_CONSONANTS;
}

function isPersonAgainstCompany(query: PreparedName, name: PreparedName): boolean {
  const kinds = [query.partyType, name.partyType];
  return kinds.includes('natural') && kinds.includes('legal');
}

/** Arabic words for "son of", which precede the father's name. */
const SON_OF: ReadonlySet<string> = new Set(['BIN', 'IBN', 'BEN']);

/** True when a person's name and the father's are swapped: OMAR BIN SALEH and SALEH BIN OMAR. */
export function hasSwappedFather(query: PreparedName, name: PreparedName): boolean {
  const [queryFamily, nameFamily] = [findFamily(query), findFamily(name)];
  return (
    queryFamily !== undefined &&
    nameFamily !== undefined &&
    queryFamily.son !== queryFamily.father &&
    queryFamily.son === nameFamily.father &&
    queryFamily.father === nameFamily.son
  );
}

/** Returns the words before and after the first "son of", by sound. */
function findFamily({ tokens }: PreparedName): { son: string; father: string } | undefined {
  const index = tokens.findIndex(({ text }) => SON_OF.has(text));
  const [son, father] = [tokens[index - 1], tokens[index + 1]];
  if (index < 1 || son === undefined || father === undefined) return undefined;
  return { son: son.phoneticKey, father: father.phoneticKey };
}
