import { fold } from './fold.ts';
import type { Box, PageSource, ReadDocument, ReadPage, ReadWord } from './read-document.ts';

/** A line of a page; `folded` has the signs of `text` at the same places. */
export type Line = {
  page: number;
  source: PageSource;
  text: string;
  folded: string;
  /** Empty where the page's words are not those of its text. */
  words: readonly ReadWord[];
};

/** Where a value stands, and how surely it was read. */
export type Place = { page: number; source: PageSource; box: Box | null; readAs: number };

export function linesOf({ pages }: ReadDocument): Line[] {
  return pages.flatMap((page) => linesOfPage(page));
}

function linesOfPage({ number, source, text, words }: ReadPage): Line[] {
  let taken = 0;
  return text
    .normalize('NFC')
    .split(/\r?\n/)
    .flatMap((one) => {
      const line = one.replace(/[\t\u00a0 ]+/g, ' ').trim();
      if (line === '') return [];
      const parts = line.split(' ');
      const own = words.slice(taken, taken + parts.length);
      taken += parts.length;
      const agree = own.every((word, place) => word.text.normalize('NFC') === parts[place]);
      const fits = agree && own.length === parts.length;
      return { page: number, source, text: line, folded: fold(line), words: fits ? own : [] };
    });
}

/** The place of a part of a line, from sign to sign. */
export function placeOf(line: Line, start: number, end: number): Place {
  let at = 0;
  const own = line.words.filter(({ text }) => {
    const from = at;
    at += text.normalize('NFC').length + 1;
    return from < end && at - 1 > start;
  });
  const { page, source } = line;
  const readAs = own.reduce((least, { confidence }) => Math.min(least, confidence), 1);
  // Of words that could not be told apart nothing is known; what was text is as it stands there.
  const unknown = source === 'ocr' && own.length === 0;
  return { page, source, box: around(own.map(({ box }) => box)), readAs: unknown ? 0.5 : readAs };
}

/** One place of several, on the page of the first. */
export function joinPlaces(first: Place, ...others: readonly Place[]): Place {
  const same = [first, ...others].filter(({ page }) => page === first.page);
  const readAs = Math.min(first.readAs, ...others.map((one) => one.readAs));
  return { ...first, box: around(same.map(({ box }) => box)), readAs };
}

function around(boxes: readonly (Box | null)[]): Box | null {
  const known = boxes.flatMap((box) => box ?? []);
  if (known.length === 0 || known.length < boxes.length) return null;
  const left = Math.min(...known.map((box) => box.left));
  const top = Math.min(...known.map((box) => box.top));
  const right = Math.max(...known.map((box) => box.left + box.width));
  const bottom = Math.max(...known.map((box) => box.top + box.height));
  return { left, top, width: right - left, height: bottom - top };
}

/** In heights of a word: lines are further apart than that. */
const SAME_HEIGHT = 0.8;

/** Whether a line begins to the right of a place, at its height. */
export function standsBeside({ box, page }: Place, line: Line): boolean {
  const first = line.words[0]?.box ?? null;
  if (box === null || first === null || line.page !== page) return false;
  const away = Math.abs(first.top + first.height / 2 - box.top - box.height / 2);
  const isLevel = away < SAME_HEIGHT * Math.max(first.height, box.height);
  return isLevel && first.left >= box.left + box.width;
}

/** What a pattern found. */
export type Match = { text: string; place: Place };

/** Each place of a pattern, which has the flag `g`; of its first group where it has one. */
export function findAll(lines: readonly Line[], pattern: RegExp): Match[] {
  return lines.flatMap((line) =>
    [...line.folded.matchAll(pattern)].map(({ index, 0: whole, 1: part = whole }) => {
      const start = index + whole.indexOf(part);
      return { text: part, place: placeOf(line, start, start + part.length) };
    }),
  );
}
