import type { ReadResult } from 'zxing-wasm/reader';

const UTF_8 = new TextDecoder('utf-8', { fatal: true });
const WESTERN = new TextDecoder('windows-1252');
const ASCII_MAX = 0x7f;

/**
 * What stands in a code. One that does not name its signs is in UTF-8, or else in those of Western Europe: its reader
 * guesses among those of the whole world, and takes two accents in a row (ÚÑ) for Japanese.
 */
export function textOfCode({
  text,
  bytes,
  hasECI,
  contentType,
}: Pick<ReadResult, 'text' | 'bytes' | 'hasECI' | 'contentType'>): string {
  const isNamed = hasECI && contentType !== 'Binary';
  if (isNamed || bytes.every((byte) => byte <= ASCII_MAX)) return text;
  return decode(bytes).replaceAll(/[^\P{Cc}\t\n\r]/gu, ' ');
}

function decode(bytes: Uint8Array): string {
  try {
    return UTF_8.decode(bytes);
  } catch {
    return WESTERN.decode(bytes);
  }
}
