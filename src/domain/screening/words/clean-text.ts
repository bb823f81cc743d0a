import anyAscii from 'any-ascii';
import { markUnknownLetters } from '../edit-distance/unknown-letters.ts';
import { romanizeKoreanSurname } from './korean-surnames.ts';
import { repairMojibake } from './mojibake.ts';

/**
 * Maximum number of characters read from a name. Requests with longer names are rejected; the longest published name
 * has 350.
 */
export const NAME_LENGTH_MAX = 500;

/**
 * Name reduced to A–Z, digits, `&`, `.`, spaces and `?` (an unknown letter), plus the facts that the reduction loses.
 */
export type CleanText = {
  text: string;
  /** True for scripts that do not write vowels (abjads): Arabic, Hebrew and Syriac. */
  isVowelless: boolean;
  /** True for Hebrew, whose letters have several pronunciations. */
  isHebrew: boolean;
  /** Characters of a name written in Han, kana or Hangul, where each is a syllable; empty otherwise. */
  syllables: string;
};

/**
 * Converts any Unicode text to capital ASCII. Removes diacritics, control characters and invisible characters,
 * transliterates other scripts and replaces lookalike letters of other scripts inside Latin words. Case-insensitive.
 */
export function cleanText(raw: string): CleanText {
  const truncatedText = raw.slice(0, NAME_LENGTH_MAX);
  // Fast path for most names: no later step would change them.
  if (isPlainAscii(truncatedText))
    return {
      text: joinWithSpaces(splitCamelCase(truncatedText)),
      isVowelless: false,
      isHebrew: false,
      syllables: '',
    };
  const text = markUnknownLetters(repairMojibake(truncatedText.toWellFormed()))
    .normalize('NFKC')
    .replace(/\p{Cc}/gu, ' ')
    .replace(/[\p{Cf}\p{Co}\p{Cn}\uFFFD]/gu, '');
  return {
    text: joinWithSpaces(
      isAscii(text) ? splitCamelCase(text) : transliterate(splitCamelCase(text)),
    ),
    isVowelless: ABJAD_SCRIPTS.test(text),
    isHebrew: HEBREW.test(text),
    syllables: toSyllables(text),
  };
}

const ABJAD_SCRIPTS = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}]/u;
const HEBREW = /\p{Script=Hebrew}/u;
const SYLLABIC_SCRIPTS = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;

function joinWithSpaces(ascii: string): string {
  return (
    ascii
      // Apostrophes are removed without splitting the word: QA'IDA, D'ANGELO.
      .replace(/['`"]/g, '')
      .toUpperCase()
      .replace(/[^A-Z0-9&.?]+/g, ' ')
      .trim()
  );
}

function isAscii(text: string): boolean {
  return !/[^ -~]/.test(text);
}

/** True for ASCII without `?`, which may stand for a lost letter. */
function isPlainAscii(text: string): boolean {
  return !/[^ ->@-~]/.test(text);
}

/** Case is folded first because the transliteration of one letter has its own case. */
function transliterate(text: string): string {
  const latin = romanizeKoreanSurname(text).replace(/[\p{L}\p{M}\d]+/gu, replaceLookalikes);
  // Each character of Han or Hangul becomes a word.
  const spacedSyllables = foldCase(latin).replace(/[\p{Script=Han}\p{Script=Hangul}]/gu, ' $& ');
  return anyAscii(spacedSyllables);
}

/** Folds case in three steps: each step alone leaves some letters (ẞ, İ, Cherokee) unchanged. */
function foldCase(text: string): string {
  return text.toLowerCase().toUpperCase().toLowerCase();
}

const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...toCharacterPairs('АВЕЅІЈКМНОРСТУХаеѕіјорсухԁԛԝһ', 'ABESIJKMHOPCTYXaesijopcyxdqwh'),
    ...toCharacterPairs('ΑΒΕΖΗΙΚΜΝΟΡΤΥΧανορυ', 'ABEZHIKMNOPTYXavopu'),
  }),
);

function toCharacterPairs(from: string, to: string): Record<string, string> {
  return Object.fromEntries(Array.from(from, (letter, index) => [letter, to.charAt(index)]));
}

/** Replaces Cyrillic and Greek lookalikes in a word that also has Latin letters, a common way to evade screening. */
function replaceLookalikes(word: string): string {
  if (!/\p{Script=Latin}/u.test(word) || !/[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word)) {
    return word;
  }
  return Array.from(word, (letter) => LOOKALIKES.get(letter) ?? letter).join('');
}

/** Splits camel case: SergeiLavrov and SiemensAG become two words. Words in any other case are unchanged. */
function splitCamelCase(text: string): string {
  if (!/[a-z][A-Z]/.test(text)) return text;
  return text.replace(CAMEL_CASE, (word) => word.replace(/(?<=[a-z])(?=[A-Z])/g, ' '));
}

/** Words joined without spaces, the last possibly in capitals: `SergeiLavrov`, `SiemensAG`. Not `McDonald`. */
const CAMEL_CASE =
  /(?<![\p{L}\p{M}])(?:[A-Z][a-z]{2,})+(?:[A-Z][a-z]{2,}|[A-Z]{2,})(?![\p{L}\p{M}])/gu;

/** Returns the letters of a text written in syllabic scripts only; empty for other texts. */
function toSyllables(text: string): string {
  const letters = text.replace(/[^\p{L}]/gu, '');
  if (letters === '' || !Array.from(letters).every((letter) => SYLLABIC_SCRIPTS.test(letter)))
    return '';
  return letters;
}
