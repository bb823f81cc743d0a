import type { ReadResult } from 'zxing-wasm/reader';

const UTF_8 = new TextDecoder('utf-8', { fatal: true });
const WINDOWS_1252 = new TextDecoder('windows-1252');
/** Highest byte of ASCII, which all encodings share. */
const ASCII_MAX = 0x7f;

/**
 * Returns the text of a barcode. Bytes without a declared encoding are decoded as UTF-8, or as windows-1252 when they
 * are not UTF-8, with spaces for control characters other than tab and line breaks. The decoder's own guess covers all
 * encodings, and takes two accented letters in a row (ÚÑ) for Japanese.
 */
export function decodeBarcodeText({
  text,
  bytes,
  hasECI,
  contentType,
}: Pick<ReadResult, 'text' | 'bytes' | 'hasECI' | 'contentType'>): string {
  const isEncodingDeclared = hasECI && contentType !== 'Binary';
  if (isEncodingDeclared || bytes.every((byte) => byte <= ASCII_MAX)) return text;
  return decode(bytes).replaceAll(/[^\P{Cc}\t\n\r]/gu, ' ');
}

function decode(bytes: Uint8Array): string {
  try {
    return UTF_8.decode(bytes);
  } catch {
    return WINDOWS_1252.decode(bytes);
  }
}
