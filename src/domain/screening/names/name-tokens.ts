import { stripLegalForms } from '../../legal-forms/strip-legal-forms.ts';
import type { CleanText } from '../words/clean-text.ts';
import {
  ABBREVIATIONS,
  BUSINESS_ABBREVIATIONS,
  NUMBER_WORDS,
  PARTICLES,
  SHIP_PREFIXES,
  TITLES,
} from '../words/common-words.ts';
import { WORD_LENGTH_MAX } from '../words/edit-cost.ts';
import { makeToken, type NameToken, type Rarity, type TokenKind } from '../words/name-token.ts';
import type { PartyType } from '../words/party-type.ts';

/** More words of a name are not read: as many as one number has bits, which `glance.ts` marks them by. */
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
    const kind = isBearing ? (kinds[at] ?? 'word') : 'word';
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
  return joinNumbers(words.flatMap((word) => spellOut(word, partyType)));
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

function spellOut(word: string, partyType: PartyType): string[] {
  if (partyType === 'natural') return [ABBREVIATIONS.get(word) ?? word];
  if (/^\d+$/.test(word)) return [word.replace(/^0+(?=\d)/, '')];
  return (NUMBER_WORDS.get(word) ?? BUSINESS_ABBREVIATIONS.get(word) ?? word).split(' ');
}

/** FORTY FOUR was read as 40 and 4, CUARENTA Y CUATRO as 40, Y and 4. */
function joinNumbers(words: string[]): string[] {
  if (!words.some((word) => DIGIT.test(word))) return words;
  const joined: string[] = [];
  for (const word of words) {
    const gap = joined.at(-1) === 'Y' ? 2 : 1;
    const tens = joined.at(-gap) ?? '';
    const isOne = /^[2-9]0$/.test(tens) && /^[1-9]$/.test(word);
    if (isOne) joined.splice(-gap, gap, tens.charAt(0) + word);
    else joined.push(word);
  }
  return joined;
}

const DIGIT = /\d/;

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
