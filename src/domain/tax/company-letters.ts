import { parseRoman } from '../shared/roman-number.ts';
import type { CompanyName } from './company-name.ts';
import { toSpanishWords } from './spanish-number.ts';

/** Words that are ignored unless no others are left. */
const IGNORED_WORDS = new Set(
  (
    'EL LA LOS LAS DE DEL Y A AL E MI SUS POR PARA EN CON COMPAÑIA CIA SOCIEDAD SOC ' +
    'COMPANY CO THE OF MC VON MAC VAN'
  ).split(' '),
);

/**
 * Returns the three letters at the start of a legal entity's RFC; undefined for a name without letters. Roman numerals
 * count as words.
 */
export function toCompanyLetters({ core }: CompanyName): string | undefined {
  return toLetters(core.split(' '));
}

/**
 * Returns the possible letters: with Roman numerals spoken like other numbers, as written, or omitted. Registrations
 * in the SAT's public lists have all three.
 */
export function listCompanyLetters(name: CompanyName): string[] {
  const words = name.core.split(' ');
  const spokenNumerals = words.map((word) => (isRoman(word) ? String(parseRoman(word)) : word));
  const withoutRoman = words.filter((word) => !isRoman(word));
  const letters = [spokenNumerals, words, withoutRoman].flatMap(
    (reading) => toLetters(reading) ?? [],
  );
  return [...new Set(letters)];
}

function isRoman(word: string): boolean {
  return word.length > 1 && parseRoman(word) !== undefined;
}

function toLetters(words: readonly string[]): string | undefined {
  const spokenWords = words.flatMap(toSpokenWords);
  const significantWords = spokenWords.filter((word) => !IGNORED_WORDS.has(word));
  const [first, second, third] = significantWords.length > 0 ? significantWords : spokenWords;
  if (first === undefined) return undefined;
  // Three words give a letter each, two words one and two letters, a single word three.
  if (second === undefined) return first.slice(0, 3).padEnd(3, 'X');
  const lastLetters = third === undefined ? second.slice(0, 2) : second.charAt(0) + third.charAt(0);
  return (first.charAt(0) + lastLetters).padEnd(3, 'X');
}

/** Returns a number of up to six digits in Spanish words, `&` as AND, and any other word unchanged. */
function toSpokenWords(word: string): string[] {
  if (/^\d{1,6}$/.test(word)) return toSpanishWords(Number(word));
  if (word === '&') return ['AND'];
  return word === '' ? [] : [word];
}
