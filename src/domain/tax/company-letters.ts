import { readRoman } from '../shared/roman-number.ts';
import type { CompanyName } from './company-name.ts';
import { spanishNumber } from './spanish-number.ts';

/** Words that do not count where others are left. */
const SILENT = new Set(
  (
    'EL LA LOS LAS DE DEL Y A AL E MI SUS POR PARA EN CON COMPAÑIA CIA SOCIEDAD SOC ' +
    'COMPANY CO THE OF MC VON MAC VAN'
  ).split(' '),
);

/** The three letters that a legal entity's RFC begins with; undefined for a name without letters. Roman numbers are words here. */
export function companyLetters({ core }: CompanyName): string | undefined {
  return lettersOf(core.split(' '));
}

/**
 * The letters that it may begin with: of Roman numbers as they are said, as other numbers are, as they are written, or without
 * them. Registrations of the SAT's public lists have all three.
 */
export function listCompanyLetters(name: CompanyName): string[] {
  const words = name.core.split(' ');
  const said = words.map((word) => (isRoman(word) ? String(readRoman(word)) : word));
  const rest = words.filter((word) => !isRoman(word));
  const found = [said, words, rest].flatMap((some) => lettersOf(some) ?? []);
  return [...new Set(found)];
}

function isRoman(word: string): boolean {
  return word.length > 1 && readRoman(word) !== undefined;
}

function lettersOf(words: readonly string[]): string | undefined {
  const all = words.flatMap(readWord);
  const counting = all.filter((word) => !SILENT.has(word));
  const [first, second, third] = counting.length > 0 ? counting : all;
  if (first === undefined) return undefined;
  if (second === undefined) return first.slice(0, 3).padEnd(3, 'X');
  const rest = third === undefined ? second.slice(0, 2) : second.charAt(0) + third.charAt(0);
  return (first.charAt(0) + rest).padEnd(3, 'X');
}

/** Returns the words of a number as spoken, and as a rule of `&` between words: the English word. */
function readWord(word: string): string[] {
  if (/^\d{1,6}$/.test(word)) return spanishNumber(Number(word));
  if (word === '&') return ['AND'];
  return word === '' ? [] : [word];
}
