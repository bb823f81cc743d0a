/** Stands in a word for one letter that is not known. */
export const LOST = '?';

/**
 * A character that stands for a letter which an encoding lost: the replacement character of Unicode anywhere in a word, and
 * inside one a question mark or a symbol that no word has. Several replacement characters are the bytes of one letter.
 */
const LOST_LETTER =
  /(?<=[\p{L}\p{M}])(?:\uFFFD+|Ã[^\p{L}\p{N}\s]|[?¿¡§¶]|(?![+<>=|~^$])[\p{Sc}\p{So}\p{Sm}])(?=\p{L})|(?<=\p{L})\uFFFD+|\uFFFD+(?=\p{L})/gu;

/** Marks lost letters by `LOST`; every other question mark becomes a space. */
export function markLostLetters(text: string): string {
  if (!SUSPECT.test(text)) return text;
  return text
    .replace(LOST_LETTER, '\uFFFD')
    .replaceAll('?', ' ')
    .replace(/\uFFFD/g, (_, at: number, all: string) =>
      /[\p{L}\p{M}]/u.test(all.slice(Math.max(0, at - 2), at) + all.slice(at + 1, at + 3))
        ? LOST
        : ' ',
    );
}

const SUSPECT = /[?¿¡§¶Ã\uFFFD]|[^\0-\x7F]/u;

/** Characters that part words or stand for a lost letter, both of which are tried. */
const EITHER = /(?<=\p{L})[&#_](?=\p{L})/gu;
/** With fewer letters around it, such a character is part of a brand: A&B. */
const LETTERS_LEAST = 3;

/** The readings of a name: as it is, and with `&`, `#` or `_` inside a word for a lost letter. */
export function readLost(name: string): string[] {
  if (!/[&#_]/.test(name)) return [name];
  const read = name.replace(EITHER, (sign, at: number, all: string) => {
    const before = /\p{L}*$/u.exec(all.slice(0, at))?.[0].length ?? 0;
    const after = /^\p{L}*/u.exec(all.slice(at + 1))?.[0].length ?? 0;
    return before + after >= LETTERS_LEAST ? '\uFFFD' : sign;
  });
  return read === name ? [name] : [name, read];
}

/** Letters in the order in which encodings lose them: Ñ, then those with accents. */
const LETTERS = Array.from('NAEIOUCSZLRTDYGHKJWBFMPQVX');

/** The words that a word with lost letters may be, all lost ones being the same letter. */
export function fillLost(word: string): string[] {
  return word.includes(LOST) ? LETTERS.map((letter) => word.replaceAll(LOST, letter)) : [];
}
