import { WHOLE_KEY, WHOLE_KEY_FROM } from '../names/blocking-keys.ts';
import type { PreparedName } from '../names/prepare-name.ts';
import { isBearing, slipsMost } from '../names/score-letters.ts';
import { editCost } from '../words/edit-cost.ts';

/** Names of more words have two that are found by themselves, or together. */
const WORDS_MOST = 2;
/** Longer ones have consonants to be found by. */
const LETTERS_MOST = 10;
/** The letters of `consonantsOf`, and those of words. */
const CONSONANTS = 'BFJKLMNRST'.split('');
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');

/**
 * Keys of names that differ from this one in a letter, however both part their words: of few words and with a slip in each no
 * word may be spelt alike. By all consonants in alphabetical order, one more, less or another; and where there are too few of
 * them, by all letters, as far as scoring forgives it. Only asked for: no list has more keys for it. Fewer than 600.
 */
export function slippedKeys(name: PreparedName): string[] {
  if (name.isVowelless || name.tokens.filter(isBearing).length > WORDS_MOST) return [];
  const consonants = name.consonants.split('');
  const whole = slippedSets(consonants)
    .filter(({ length }) => length >= WHOLE_KEY_FROM)
    .map((letters) => WHOLE_KEY + letters.toSorted().join(''));
  const words = consonants.length < WHOLE_KEY_FROM ? slippedWords(name) : [];
  return [...new Set([...whole, ...words])];
}

/** In whatever order: as many as there are different letters, not as many as places. */
function slippedSets(letters: readonly string[]): string[][] {
  const fewer = [...new Set(letters)].map((letter) =>
    letters.toSpliced(letters.indexOf(letter), 1),
  );
  const others = fewer.flatMap((some) => CONSONANTS.map((letter) => [...some, letter]));
  return [...fewer, ...others, ...CONSONANTS.map((letter) => [...letters, letter])];
}

/** The words themselves that a single short one may be, or two that it is parted in. */
function slippedWords({ tokens }: PreparedName): string[] {
  const joined = tokens.map(({ text }) => text).join('');
  if (joined.length > LETTERS_MOST) return [];
  const most = slipsMost(joined.length + 1);
  const slipped = slipsOf(joined.split('')).map((letters) => letters.join(''));
  return [joined, ...slipped.filter((text) => editCost(text, joined, most) <= most)];
}

/** With a letter less, another, or one more in each place, or two that changed places. */
function slipsOf(letters: readonly string[]): string[][] {
  const places = [...letters.keys()];
  return [
    ...places.map((at) => letters.toSpliced(at, 1)),
    ...places.flatMap((at) => LETTERS.map((other) => letters.with(at, other))),
    ...[...places, letters.length].flatMap((at) =>
      LETTERS.map((more) => letters.toSpliced(at, 0, more)),
    ),
    ...letters.slice(1).map((letter, at) => letters.toSpliced(at, 2, letter, letters[at] ?? '')),
  ];
}
