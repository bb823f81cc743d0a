import { toCells } from '../layout/cells.ts';
import type { Line } from '../lines.ts';
import { isRunningText } from './running-text.ts';

/** Minimum share of the letters of a line that a title has. The rest is a word beside it. */
const TITLE_SHARE_MIN = 0.6;

/**
 * True when a title has a line of its own, or two lines. The pattern is matched without spaces and punctuation, which
 * OCR adds and loses. A title within a sentence is a mention.
 */
export function hasTitle(lines: readonly Line[], title: RegExp): boolean {
  const pattern = new RegExp(title.source.replaceAll(' ', ''));
  const keys = lines.map(toKey);
  const isSpanning = keys.some((key, index) => {
    const keyBelow = lines[index + 1]?.page === lines[index]?.page ? (keys[index + 1] ?? '') : '';
    return keyBelow !== '' && spansBoth([key, keyBelow], pattern);
  });
  return isSpanning || toCells(lines).some((cell) => isTitle(toKey(cell), pattern));
}

/** Returns the letters and digits of a line, or an empty text for a line of a sentence, which contains no title. */
function toKey(line: Line): string {
  return isRunningText(line) ? '' : line.folded.replace(/[^A-Z0-9]/g, '');
}

function isTitle(key: string, pattern: RegExp): boolean {
  const match = pattern.exec(key)?.[0] ?? '';
  return match !== '' && match.length >= TITLE_SHARE_MIN * key.length;
}

function spansBoth([first, second]: readonly [string, string], pattern: RegExp): boolean {
  const key = first + second;
  const match = pattern.exec(key);
  if (match === null || !isTitle(key, pattern)) return false;
  return match.index < first.length && match.index + match[0].length > first.length;
}
