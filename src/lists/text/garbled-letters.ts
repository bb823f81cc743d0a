/**
 * Letters of UTF-8 that were read as windows-1252 and written as UTF-8 again: two letters stand for one. A list whose accented letters are
 * mostly such pairs was encoded twice. In any other list a pair is a slip, or Portuguese before a dash, a closing quotation mark or a
 * no-break space, as in "TUPÃ–SP".
 */
const PAIR =
  /[ÃÂ][\u0080-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]/gu;
const PORTUGUESE = /Ã[\u2013\u2014\u2019\u201d\u00bb\u2026\u00a0]/u;
/** No text has one; UTF-16 has many. */
const NUL = '\0';
const ACCENTED = /[\u00c0-\u024f]/g;

/** What stands in a piece of text: `isBinary` with a NUL, and how many letters are pairs and how many are sound. */
export type LetterCount = { isBinary: boolean; pairs: number; sound: number };

export function countLetters(text: string): LetterCount {
  const isBinary = text.includes(NUL);
  const all = text.match(ACCENTED)?.length ?? 0;
  if (all === 0) return { isBinary, pairs: 0, sound: 0 };
  const pairs = findPairs(text).length;
  return { isBinary, pairs, sound: all - pairs };
}

/** Returns the text with each pair as the letter that it was; Portuguese stays. */
export function repairLetters(text: string): string {
  return text.replace(PAIR, (pair) => (PORTUGUESE.test(pair) ? pair : toLetter(pair)));
}

function findPairs(text: string): string[] {
  return (text.match(PAIR) ?? []).filter((pair) => !PORTUGUESE.test(pair));
}

function toLetter(pair: string): string {
  const bytes = Array.from(pair, (letter) => BYTES.get(letter) ?? letter.codePointAt(0) ?? 0);
  return Buffer.from(bytes).toString();
}

/** Bytes of windows-1252 by the letters that they mean beyond Latin-1. */
const BYTES: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 32 }, (_, index) => {
    const byte = 0x80 + index;
    return [new TextDecoder('windows-1252').decode(Uint8Array.of(byte)), byte] as const;
  }),
);
