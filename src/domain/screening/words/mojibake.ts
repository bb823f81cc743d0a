/**
 * Characters of Windows-1252 at the bytes 80–9F, which are control characters in Latin-1, in byte order (unicode.org,
 * CP1252.TXT).
 */
const CP1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';
const CP1252_FIRST_BYTE = 0x80;
const BYTE_BY_CHARACTER: ReadonlyMap<string, number> = new Map(
  Array.from(CP1252, (character, index) => [character, CP1252_FIRST_BYTE + index]),
);
/** Maximum number of decoding rounds; text may have been decoded wrongly more than once. */
const ROUNDS_MAX = 3;
/** Distance between a lowercase letter of Latin-1 and its capital, and the range of lowercase letters. */
const CASE_OFFSET = 0x20;
const LOWERCASE = { from: 0xe0, to: 0xfe };

/** Letters, and the punctuation of names. */
const NAME_TEXT = /^[\p{L}\p{M}\p{Pd}’‘ʼ ]+$/u;

/**
 * Repairs UTF-8 that was decoded as Windows-1252 or Latin-1: `NUÃ‘EZ` becomes NUÑEZ. Sequences that do not decode to
 * letters are unchanged.
 */
export function repairMojibake(text: string): string {
  return text.replace(/[^\0-\x7F]{2,}/g, (run) => decodeRun(run, ROUNDS_MAX) ?? run);
}

function decodeRun(run: string, rounds: number): string | undefined {
  const bytes: number[] = [];
  for (const character of run) {
    const code = character.charCodeAt(0);
    const byte = code <= 0xff ? code : BYTE_BY_CHARACTER.get(character);
    if (byte === undefined) return undefined;
    bytes.push(byte);
  }
  // The text may have been lowercased after the wrong decoding, which changed the first bytes.
  const text = decode(bytes) ?? decode(bytes.map(toUppercaseByte));
  if (text === undefined) return undefined;
  const decodedAgain = rounds > 1 ? decodeRun(text, rounds - 1) : undefined;
  return decodedAgain ?? (NAME_TEXT.test(text) ? text : undefined);
}

function toUppercaseByte(byte: number): number {
  return byte >= LOWERCASE.from && byte <= LOWERCASE.to ? byte - CASE_OFFSET : byte;
}

const decoder = new TextDecoder('utf-8', { fatal: true });

function decode(bytes: readonly number[]): string | undefined {
  try {
    return decoder.decode(Uint8Array.from(bytes));
  } catch {
    return undefined;
  }
}
