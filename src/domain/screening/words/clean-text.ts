import anyAscii from 'any-ascii';
import { repairMojibake } from './mojibake.ts';
import { markLostLetters } from './unknown-letters.ts';

/** More of a name is not read. The doors refuse longer ones; the longest of a published list has 350 signs. */
export const NAME_LENGTH_MAX = 500;

/** A name in spaces, A–Z, digits, `&`, `.`, and `?` for a lost letter; and what was known of it only before. */
export type CleanText = {
  text: string;
  /** Written in a script that leaves vowels out: Arabic, Hebrew and their kin. */
  isVowelless: boolean;
  /** The characters of a name in Han, kana or Hangul, where each is a syllable; empty otherwise. */
  syllables: string;
};

/**
 * Any Unicode text in capital ASCII: marks go, other scripts are transliterated, letters of other scripts that
 * stand in a Latin word for their looks become Latin, control and invisible characters go. Upper and lower case are the same.
 */
export function cleanText(raw: string): CleanText {
  const read = raw.slice(0, NAME_LENGTH_MAX);
  // Most names: none of what follows would find anything in them.
  if (isPlain(read)) return { text: tidy(splitCamel(read)), isVowelless: false, syllables: '' };
  const text = markLostLetters(repairMojibake(read.toWellFormed()))
    .normalize('NFKC')
    .replace(/\p{Cc}/gu, ' ')
    .replace(/[\p{Cf}\p{Co}\p{Cn}\uFFFD]/gu, '');
  return {
    text: tidy(isAscii(text) ? splitCamel(text) : transliterate(splitCamel(text))),
    isVowelless: VOWELLESS.test(text),
    syllables: readSyllables(text),
  };
}

const VOWELLESS = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}]/u;
const SYLLABIC = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;

function tidy(ascii: string): string {
  return (
    ascii
      // What is within a word is no gap in it: QA'IDA, D'ANGELO.
      .replace(/['`"]/g, '')
      .toUpperCase()
      .replace(/[^A-Z0-9&.?]+/g, ' ')
      .trim()
  );
}

function isAscii(text: string): boolean {
  return !/[^ -~]/.test(text);
}

function isPlain(text: string): boolean {
  return !/[^ ->@-~]/.test(text);
}

/** Case is folded first: what one letter is transliterated to has a case of its own. */
function transliterate(text: string): string {
  const latin = text.replace(/[\p{L}\p{M}\d]+/gu, unmaskWord);
  // Each character of Han or Hangul is a word of its own.
  const parted = foldCase(latin).replace(/[\p{Script=Han}\p{Script=Hangul}]/gu, ' $& ');
  return anyAscii(parted);
}

/** Each step alone leaves some letters as they are: ẞ, İ, Cherokee. */
function foldCase(text: string): string {
  return text.toLowerCase().toUpperCase().toLowerCase();
}

const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...pairUp('АВЕЅІЈКМНОРСТУХаеѕіјорсухԁԛԝһ', 'ABESIJKMHOPCTYXaesijopcyxdqwh'),
    ...pairUp('ΑΒΕΖΗΙΚΜΝΟΡΤΥΧανορυ', 'ABEZHIKMNOPTYXavopu'),
  }),
);

function pairUp(from: string, to: string): Record<string, string> {
  return Object.fromEntries(Array.from(from, (letter, at) => [letter, to.charAt(at)]));
}

/** A word of Latin letters with others among them that look the same: somebody hides it. */
function unmaskWord(word: string): string {
  if (!/\p{Script=Latin}/u.test(word) || !/[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word)) {
    return word;
  }
  return Array.from(word, (letter) => LOOKALIKES.get(letter) ?? letter).join('');
}

/** SergeiLavrov is two words, and so is SiemensAG; a word of letters in any other case is one. */
function splitCamel(text: string): string {
  if (!/[a-z][A-Z]/.test(text)) return text;
  return text.replace(CAMEL, (word) => word.replace(/(?<=[a-z])(?=[A-Z])/g, ' '));
}

const CAMEL = /(?<![\p{L}\p{M}])(?:[A-Z][a-z]{2,})+(?:[A-Z][a-z]{2,}|[A-Z]{2,})(?![\p{L}\p{M}])/gu;

function readSyllables(text: string): string {
  const letters = text.replace(/[^\p{L}]/gu, '');
  if (letters === '' || !Array.from(letters).every((letter) => SYLLABIC.test(letter))) return '';
  return letters;
}
