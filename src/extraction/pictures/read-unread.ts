import { findUnread } from './find-unread.ts';
import type { GrayPicture, Region } from './gray-picture.ts';
import { cropAround } from './open-picture.ts';
import type { SeenWord, TextEngine } from './text-engine.ts';

/** Below it, what stands by itself is as likely a part of a drawing. */
const READS_WELL = 0.7;

/** In heights of a word: no sign is as wide. */
const SIGN_WIDTH_MAX = 1.3;
/** A number that is less sure than that is read again. */
const SURE_NUMBER = 0.75;

/**
 * The words with those that were left out where all of a page was read at once, each read by itself; and so are those
 * again that have fewer signs than stand in their place, and numbers that were hardly read.
 */
export async function readUnread(
  picture: GrayPicture,
  words: readonly SeenWord[],
  engine: TextEngine,
): Promise<SeenWord[]> {
  const whole = words.filter((word) => !isDoubtful(word));
  const more: SeenWord[] = [];
  for (const region of findUnread(picture, whole)) {
    const { cut, left, top } = await cropAround(picture, region);
    const read = await engine.readLine(cut);
    const sure = read.filter(({ text, confidence }) => isWord(text) && confidence >= READS_WELL);
    more.push(...sure.map((word) => ({ ...word, left: word.left + left, top: word.top + top })));
  }
  const kept = words.filter((word) => isDoubtful(word) && !more.some((one) => overlap(one, word)));
  return [...whole, ...kept, ...more];
}

function isDoubtful({ text, confidence, width, height }: SeenWord): boolean {
  const isTooWide = width > text.length * height * SIGN_WIDTH_MAX;
  return isTooWide || (/\d{3}/.test(text) && confidence < SURE_NUMBER);
}

function overlap(one: Region, other: Region): boolean {
  return (
    one.left < other.left + other.width &&
    other.left < one.left + one.width &&
    one.top < other.top + other.height &&
    other.top < one.top + one.height
  );
}

function isWord(text: string): boolean {
  return /[\p{L}\d]{2}|\d/u.test(text);
}
