import { stripLegalForms } from '../../legal-forms/strip-legal-forms.ts';
import { replaceNumberWords } from '../../shared/number-words.ts';
import { parseRoman } from '../../shared/roman-number.ts';
import { WORD_LENGTH_MAX } from '../edit-distance/edit-cost.ts';
import type { CleanText } from '../words/clean-text.ts';
import {
  ABBREVIATIONS,
  BUSINESS_ABBREVIATIONS,
  PARTICLES,
  SHIP_PREFIXES,
  TITLES,
} from '../words/common-words.ts';
import {
  createToken,
  type NameToken,
  type RarityFunction,
  type TokenKind,
} from '../words/name-token.ts';
import type { PartyType } from '../words/party-type.ts';
import { isSpanishName } from '../words/spanish-names.ts';

/** Maximum number of tokens of a name: one bit each in a 32-bit mask (see `name-prefilter.ts`). */
export const WORDS_MAX = 32;

/** Weights of tokens other than words; a rare word weighs 1. */
const WEIGHTS: Record<Exclude<TokenKind, 'word'>, number> = {
  initial: 0.4,
  number: 0.8,
  particle: 0.2,
  title: 0.1,
};

/** Splits a name into tokens, without its legal form. */
export function tokenizeName(
  clean: CleanText,
  partyType: PartyType,
  rarity: RarityFunction,
): NameToken[] {
  const texts = listTokenTexts(clean, partyType).slice(0, WORDS_MAX);
  const kinds = texts.map((text) => classifyToken(text, partyType));
  const hasWord = kinds.includes('word');
  const dottedWords = listDottedWords(clean.text);
  return texts.map((text, index) => {
    // In a name without words, initials, particles and titles count as words.
    const kind = hasWord || kinds[index] === 'number' ? (kinds[index] ?? 'word') : 'word';
    const isCut = kind === 'word' && dottedWords?.includes(text) === true;
    if (kind !== 'word')
      return createToken({ text, kind, weight: WEIGHTS[kind], isCommon: false, isCut });
    const rarityWeight = rarity(text, partyType);
    const weight = rarityWeight * getLengthFactor(text);
    return createToken({
      text,
      kind,
      weight,
      isCommon: rarityWeight < COMMON_RARITY_BELOW,
      isCut,
    });
  });
}

/** Returns the words of three letters or more before a dot; undefined when there is none, as in most names. */
function listDottedWords(text: string): readonly string[] | undefined {
  return text.includes('.') ? (text.match(/[A-Z]{3,}(?=\.)/g) ?? undefined) : undefined;
}

/** True when the name has at most `WORDS_MAX` tokens. */
export function fitsTokenLimit(clean: CleanText, partyType: PartyType): boolean {
  return listTokenTexts(clean, partyType).length <= WORDS_MAX;
}

function listTokenTexts({ text }: CleanText, partyType: PartyType): string[] {
  const words = listCoreWords(text, partyType);
  if (partyType === 'natural') return words.map((word) => expandPersonWord(word, words, text));
  return replaceNumberWords(words).flatMap((word, index, allWords) =>
    expandBusinessWord(word, index > 0 && index === allWords.length - 1),
  );
}

/** Rarity below which a word is common. */
const COMMON_RARITY_BELOW = 0.8;

/** Returns the words without legal forms; persons have none. */
function listCoreWords(text: string, partyType: PartyType): string[] {
  const words = splitIntoWords(text, partyType);
  return (partyType === 'natural' ? words : stripLegalForms(words).core).map((word) =>
    word.slice(0, WORD_LENGTH_MAX),
  );
}

function splitIntoWords(text: string, partyType: PartyType): string[] {
  const textWithoutDots =
    partyType === 'natural'
      ? text.replaceAll('.', ' ')
      : text
          .replace(/\b(?:[A-Z0-9]\.)+[A-Z0-9]\b/g, (run) => run.replaceAll('.', ''))
          .replaceAll('.', ' ');
  const words = textWithoutDots
    .replaceAll('&', ' & ')
    .split(' ')
    .filter((word) => word !== '' && word !== '&');
  return partyType === 'natural' ? words : joinSingleLetters(words);
}

/** Joins consecutive single letters into one word: S A DE C V, A B C. */
function joinSingleLetters(words: readonly string[]): string[] {
  const joinedWords: string[] = [];
  let isPreviousLetter = false;
  for (const word of words) {
    const isLetter = /^[A-Z]$/.test(word);
    if (isLetter && isPreviousLetter) joinedWords.push((joinedWords.pop() ?? '') + word);
    else joinedWords.push(word);
    isPreviousLetter = isLetter;
  }
  return joinedWords;
}

/**
 * Expands abbreviations in names of persons. MA is MARIA only when it is dotted or another word is Spanish, because MA
 * is also a Chinese surname.
 */
function expandPersonWord(word: string, words: readonly string[], text: string): string {
  const expansion = ABBREVIATIONS.get(word);
  if (expansion === undefined || word !== 'MA') return expansion ?? word;
  const isSpanish = words.some(
    (neighbour) => SPANISH_PARTICLES.has(neighbour) || isSpanishName(neighbour),
  );
  return isSpanish || /\bMA\./.test(text) ? expansion : word;
}

const SPANISH_PARTICLES: ReadonlySet<string> = new Set('DE DEL LA LAS LOS'.split(' '));

/**
 * Normalizes numbers and expands abbreviations in other names. A single I or V is a number only at the end, X never.
 */
function expandBusinessWord(word: string, isLast: boolean): string[] {
  if (/^\d+$/.test(word)) return [word.replace(/^0+(?=\d)/, '')];
  const roman = word.length > 1 || (isLast && word !== 'X') ? parseRoman(word) : undefined;
  if (roman !== undefined) return [String(roman)];
  return (BUSINESS_ABBREVIATIONS.get(word) ?? word).split(' ');
}

function classifyToken(text: string, partyType: PartyType): TokenKind {
  if (/^\d+$/.test(text)) return 'number';
  // In names of persons every single letter but Y is an initial.
  if (text.length === 1 && (partyType === 'natural' ? text !== 'Y' : !PARTICLES.has(text))) {
    return 'initial';
  }
  if (PARTICLES.has(text)) return 'particle';
  const isTitle = partyType === 'natural' ? TITLES.has(text) : SHIP_PREFIXES.has(text);
  return isTitle ? 'title' : 'word';
}

/** Returns the factor by which the weight of short words is reduced. */
function getLengthFactor({ length }: string): number {
  return length > 3 ? 1 : (SHORT_LENGTH_FACTORS[length] ?? 1);
}

/** Factors by number of letters, up to three. */
const SHORT_LENGTH_FACTORS = [0, 0.4, 0.7, 0.8];
