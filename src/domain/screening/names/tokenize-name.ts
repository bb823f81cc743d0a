import { stripLegalForms } from '../../legal-forms/strip-legal-forms.ts';
import { writeNumbers } from '../../shared/number-words.ts';
import { readRoman } from '../../shared/roman-number.ts';
import type { CleanText } from '../words/clean-text.ts';
import {
  ABBREVIATIONS,
  BUSINESS_ABBREVIATIONS,
  PARTICLES,
  SHIP_PREFIXES,
  TITLES,
} from '../words/common-words.ts';
import { WORD_LENGTH_MAX } from '../words/edit-cost.ts';
import { makeToken, type NameToken, type Rarity, type TokenKind } from '../words/name-token.ts';
import type { PartyType } from '../words/party-type.ts';
import { isSpanishName } from '../words/spanish-names.ts';

/** More words of a name are not read: as many as one number has bits, which `name-prefilter.ts` marks them by. */
export const WORDS_MAX = 32;

const WEIGHTS: Record<Exclude<TokenKind, 'word'>, number> = {
  initial: 0.4,
  number: 0.8,
  particle: 0.2,
  title: 0.1,
};

/** The words of a name without its legal form. */
export function tokensOf(clean: CleanText, partyType: PartyType, rarity: Rarity): NameToken[] {
  const texts = textsOf(clean, partyType).slice(0, WORDS_MAX);
  const kinds = texts.map((text) => kindOf(text, partyType));
  const isBearing = kinds.includes('word');
  return texts.map((text, at) => {
    const kind = isBearing || kinds[at] === 'number' ? (kinds[at] ?? 'word') : 'word';
    if (kind !== 'word') return makeToken({ text, kind, weight: WEIGHTS[kind], isCommon: false });
    const rare = rarity(text, partyType);
    const weight = rare * ofLength(text);
    return makeToken({ text, kind, weight, isCommon: rare < COMMON_BELOW });
  });
}

/** Whether it has no more words than are read. */
export function isReadWhole(clean: CleanText, partyType: PartyType): boolean {
  return textsOf(clean, partyType).length <= WORDS_MAX;
}

function textsOf({ text }: CleanText, partyType: PartyType): string[] {
  const words = coreWords(text, partyType);
  if (partyType === 'natural') return words.map((word) => spellOutPart(word, words, text));
  return writeNumbers(words).flatMap((word, at, all) =>
    spellOut(word, at > 0 && at === all.length - 1),
  );
}

const COMMON_BELOW = 0.8;

/** Words without legal forms; persons have none. */
function coreWords(text: string, partyType: PartyType): string[] {
  const words = partWords(text, partyType);
  return (partyType === 'natural' ? words : stripLegalForms(words).core).map((word) =>
    word.slice(0, WORD_LENGTH_MAX),
  );
}

function partWords(text: string, partyType: PartyType): string[] {
  const undotted =
    partyType === 'natural'
      ? text.replaceAll('.', ' ')
      : text
          .replace(/\b(?:[A-Z0-9]\.)+[A-Z0-9]\b/g, (run) => run.replaceAll('.', ''))
          .replaceAll('.', ' ');
  const words = undotted
    .replaceAll('&', ' & ')
    .split(' ')
    .filter((word) => word !== '' && word !== '&');
  return partyType === 'natural' ? words : joinLetters(words);
}

/** S A DE C V, A B C: letters that stand alone in a row are one word. */
function joinLetters(words: readonly string[]): string[] {
  const joined: string[] = [];
  let isOpen = false;
  for (const word of words) {
    const isLetter = /^[A-Z]$/.test(word);
    if (isLetter && isOpen) joined.push((joined.pop() ?? '') + word);
    else joined.push(word);
    isOpen = isLetter;
  }
  return joined;
}

/** Of a person: MA is MARIA where it is dotted, or where another word is a Spanish name, for MA is a surname of China too. */
function spellOutPart(word: string, words: readonly string[], text: string): string {
  const long = ABBREVIATIONS.get(word);
  if (long === undefined || word !== 'MA') return long ?? word;
  const isSpanish = words.some((other) => SPANISH_WORDS.has(other) || isSpanishName(other));
  return isSpanish || /\bMA\./.test(text) ? long : word;
}

const SPANISH_WORDS: ReadonlySet<string> = new Set('DE DEL LA LAS LOS'.split(' '));

/** Of all others; a lone I or V is a number at the end only. */
function spellOut(word: string, isLast: boolean): string[] {
  if (/^\d+$/.test(word)) return [word.replace(/^0+(?=\d)/, '')];
  const roman = word.length > 1 || (isLast && word !== 'X') ? readRoman(word) : undefined;
  if (roman !== undefined) return [String(roman)];
  return (BUSINESS_ABBREVIATIONS.get(word) ?? word).split(' ');
}

function kindOf(text: string, partyType: PartyType): TokenKind {
  if (/^\d+$/.test(text)) return 'number';
  // In a person's name only Y is no initial.
  if (text.length === 1 && (partyType === 'natural' ? text !== 'Y' : !PARTICLES.has(text))) {
    return 'initial';
  }
  if (PARTICLES.has(text)) return 'particle';
  const isTitle = partyType === 'natural' ? TITLES.has(text) : SHIP_PREFIXES.has(text);
  return isTitle ? 'title' : 'word';
}

/** A short word says less. */
function ofLength({ length }: string): number {
  return length > 3 ? 1 : (SHORT[length] ?? 1);
}

const SHORT = [0, 0.4, 0.7, 0.8];
