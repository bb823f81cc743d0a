/** Characters of Windows-1252 in place of the control characters 80–9F of Latin-1, in the order of their bytes (unicode.org, CP1252.TXT). */
const CP1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';
const CP1252_FROM = 0x80;
const BYTES: ReadonlyMap<string, number> = new Map(
  Array.from(CP1252, (character, at) => [character, CP1252_FROM + at]),
);
/** Text that was read wrongly twice is repaired twice. */
const ROUNDS_MAX = 3;
const CASE_APART = 0x20;
const SMALL = { from: 0xe0, to: 0xfe };

/** Letters and what stands among those of a name. */
const NAME = /^[\p{L}\p{M}\p{Pd}’‘ʼ ]+$/u;

/** UTF-8 that was read as Windows-1252 or Latin-1, as it was meant: `NUÃ‘EZ` is NUÑEZ. What decodes to no letters stays. */
export function repairMojibake(text: string): string {
  return text.replace(/[^\0-\x7F]{2,}/g, (run) => decodeRun(run, ROUNDS_MAX) ?? run);
}

function decodeRun(run: string, rounds: number): string | undefined {
  const bytes: number[] = [];
  for (const character of run) {
    const code = character.charCodeAt(0);
    const byte = code <= 0xff ? code : BYTES.get(character);
    if (byte === undefined) return undefined;
    bytes.push(byte);
  }
  // Small letters were made of what stood for the first byte.
  const text = decode(bytes) ?? decode(bytes.map(enlarge));
  if (text === undefined) return undefined;
  const again = rounds > 1 ? decodeRun(text, rounds - 1) : undefined;
  return again ?? (NAME.test(text) ? text : undefined);
}

function enlarge(byte: number): number {
  return byte >= SMALL.from && byte <= SMALL.to ? byte - CASE_APART : byte;
}

const decoder = new TextDecoder('utf-8', { fatal: true });

function decode(bytes: readonly number[]): string | undefined {
  try {
    return decoder.decode(Uint8Array.from(bytes));
  } catch {
    return undefined;
  }
}
