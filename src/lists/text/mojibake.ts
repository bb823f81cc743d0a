/**
 * Mojibake: a letter of UTF-8 that was decoded as windows-1252, which made two letters of one. A list whose accented
 * letters are mostly such pairs was encoded twice. In other lists a pair is an isolated error, or Portuguese before a
 * dash, closing quotation mark or no-break space, as in "TUPÃ–SP".
 */
const MOJIBAKE =
  /[ÃÂ][\u0080-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]/gu;
const PORTUGUESE = /Ã[\u2013\u2014\u2019\u201d\u00bb\u2026\u00a0]/u;
/** Character that occurs in binary data and UTF-16 only. */
const NUL = '\0';
const ACCENTED = /[\u00c0-\u024f]/g;

/** Counts of accented letters in a text. `isBinary` is true when it contains NUL. */
export type LetterCounts = { isBinary: boolean; garbled: number; intact: number };

export function countGarbledLetters(text: string): LetterCounts {
  const isBinary = text.includes(NUL);
  const accented = text.match(ACCENTED)?.length ?? 0;
  if (accented === 0) return { isBinary, garbled: 0, intact: 0 };
  const garbled = findGarbledLetters(text).length;
  return { isBinary, garbled, intact: accented - garbled };
}

/** Returns the text with each pair replaced by the original letter. Portuguese is not changed. */
export function repairMojibake(text: string): string {
  return text.replace(MOJIBAKE, (pair) => (PORTUGUESE.test(pair) ? pair : decodePair(pair)));
}

function findGarbledLetters(text: string): string[] {
  return (text.match(MOJIBAKE) ?? []).filter((pair) => !PORTUGUESE.test(pair));
}

function decodePair(pair: string): string {
  const bytes = Array.from(pair, (letter) => BYTES.get(letter) ?? letter.codePointAt(0) ?? 0);
  return Buffer.from(bytes).toString();
}

/** Bytes of windows-1252 by their characters beyond Latin-1. */
const BYTES: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 32 }, (_, index) => {
    const byte = 0x80 + index;
    return [new TextDecoder('windows-1252').decode(Uint8Array.of(byte)), byte] as const;
  }),
);
