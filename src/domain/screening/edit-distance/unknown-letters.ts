/** Placeholder for one unknown letter in a word. */
export const UNKNOWN_LETTER = '?';

/**
 * Matches characters left by a lossy encoding: the Unicode replacement character anywhere in a word, and inside a word
 * a question mark or a symbol that no word contains. Consecutive replacement characters are the bytes of one letter.
 */
const LOST_LETTER_PATTERN =
  /(?<=[\p{L}\p{M}])(?:\uFFFD+|Ã[^\p{L}\p{N}\s]|[?¿¡§¶]|(?![+<>=|~^$])[\p{Sc}\p{So}\p{Sm}])(?=\p{L})|(?<=\p{L})\uFFFD+|\uFFFD+(?=\p{L})/gu;

/** Replaces lost letters by `UNKNOWN_LETTER`; every other question mark becomes a space. */
export function markUnknownLetters(text: string): string {
  if (!SUSPECT_CHARACTER.test(text)) return text;
  return text
    .replace(LOST_LETTER_PATTERN, '\uFFFD')
    .replaceAll('?', ' ')
    .replace(/\uFFFD/g, (_, offset: number, marked: string) =>
      // Two code units on each side, since a letter may have a surrogate or a combining mark.
      /[\p{L}\p{M}]/u.test(
        marked.slice(Math.max(0, offset - 2), offset) + marked.slice(offset + 1, offset + 3),
      )
        ? UNKNOWN_LETTER
        : ' ',
    );
}

const SUSPECT_CHARACTER = /[?¿¡§¶Ã\uFFFD]|[^\0-\x7F]/u;

/** Characters that either separate words or stand for a lost letter; both readings are tried. */
const AMBIGUOUS_CHARACTER = /(?<=\p{L})[&#_](?=\p{L})/gu;
/** Minimum number of adjacent letters; with fewer, the character is part of a brand: A&B. */
const SURROUNDING_LETTERS_MIN = 3;

/** Returns the readings of a name: unchanged, and with `&`, `#` or `_` inside a word as an unknown letter. */
export function listReadings(name: string): string[] {
  if (!/[&#_]/.test(name)) return [name];
  const reading = name.replace(AMBIGUOUS_CHARACTER, (character, offset: number, text: string) => {
    const lettersBefore = /\p{L}*$/u.exec(text.slice(0, offset))?.[0].length ?? 0;
    const lettersAfter = /^\p{L}*/u.exec(text.slice(offset + 1))?.[0].length ?? 0;
    return lettersBefore + lettersAfter >= SURROUNDING_LETTERS_MIN ? '\uFFFD' : character;
  });
  return reading === name ? [name] : [name, reading];
}

/** Letters ordered by how often encodings lose them: Ñ, then letters with accents. */
const LETTERS_BY_FREQUENCY = Array.from('NAEIOUCSZLRTDYGHKJWBFMPQVX');

/** Returns the possible spellings of a word with unknown letters, all of which are assumed to be the same letter. */
export function fillUnknownLetters(word: string): string[] {
  return word.includes(UNKNOWN_LETTER)
    ? LETTERS_BY_FREQUENCY.map((letter) => word.replaceAll(UNKNOWN_LETTER, letter))
    : [];
}
