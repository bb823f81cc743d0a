import type { Box, DocumentContent, PageContent, PageSource, Word } from './document-content.ts';
import { foldText } from './fold-text.ts';

/** Line of a page. `folded` has the characters of `text` at the same positions. */
export type Line = {
  page: number;
  source: PageSource;
  text: string;
  folded: string;
  /** Words of the line. Empty when the words of the page do not correspond to its text. */
  words: readonly Word[];
};

/** Location of a text, and the confidence of the OCR in it. */
export type TextLocation = {
  page: number;
  source: PageSource;
  box: Box | null;
  readConfidence: number;
};

/** Returns the lines of all pages that are not blank, with single spaces between words. */
export function toLines({ pages }: DocumentContent): Line[] {
  return pages.flatMap((page) => splitPage(page));
}

function splitPage({ number, source, text, words }: PageContent): Line[] {
  let wordIndex = 0;
  return text
    .normalize('NFC')
    .split(/\r?\n/)
    .flatMap((rawLine) => {
      const line = rawLine.replace(/[\t\u00a0 ]+/g, ' ').trim();
      if (line === '') return [];
      const parts = line.split(' ');
      const lineWords = words.slice(wordIndex, wordIndex + parts.length);
      wordIndex += parts.length;
      const areWordsEqual = lineWords.every(
        (word, index) => word.text.normalize('NFC') === parts[index],
      );
      const isAligned = areWordsEqual && lineWords.length === parts.length;
      return {
        page: number,
        source,
        text: line,
        folded: foldText(line),
        words: isAligned ? lineWords : [],
      };
    });
}

/** Returns the location of a part of a line. `start` and `end` are character offsets. */
export function locateText(line: Line, start: number, end: number): TextLocation {
  let position = 0;
  const overlapping = line.words.filter(({ text }) => {
    const wordStart = position;
    position += text.normalize('NFC').length + 1;
    return wordStart < end && position - 1 > start;
  });
  const { page, source } = line;
  const readConfidence = overlapping.reduce(
    (minimum, { confidence }) => Math.min(minimum, confidence),
    1,
  );
  // OCR text without aligned words has an unknown confidence; embedded text is certain.
  const isUnknown = source === 'ocr' && overlapping.length === 0;
  return {
    page,
    source,
    box: getBoundingBox(overlapping.map(({ box }) => box)),
    readConfidence: isUnknown ? 0.5 : readConfidence,
  };
}

/** Joins locations to one on the page of the first; undefined when there are none. */
export function joinLocations(locations: readonly TextLocation[]): TextLocation | undefined {
  const [firstLocation] = locations;
  if (firstLocation === undefined) return undefined;
  const samePage = locations.filter(({ page }) => page === firstLocation.page);
  const readConfidence = Math.min(...locations.map((location) => location.readConfidence));
  return { ...firstLocation, box: getBoundingBox(samePage.map(({ box }) => box)), readConfidence };
}

/** Returns the smallest box around all boxes, or null when any of them is unknown. */
function getBoundingBox(boxes: readonly (Box | null)[]): Box | null {
  const knownBoxes = boxes.flatMap((box) => box ?? []);
  if (knownBoxes.length === 0 || knownBoxes.length < boxes.length) return null;
  const left = Math.min(...knownBoxes.map((box) => box.left));
  const top = Math.min(...knownBoxes.map((box) => box.top));
  const right = Math.max(...knownBoxes.map((box) => box.left + box.width));
  const bottom = Math.max(...knownBoxes.map((box) => box.top + box.height));
  return { left, top, width: right - left, height: bottom - top };
}

/** Maximum vertical distance of two words in one row, as a multiple of the word height: a photo may be skewed. */
const SAME_ROW_OFFSET_MAX = 0.8;

/** True when a line begins to the right of a location, in the same row. */
export function isBeside({ box, page }: TextLocation, line: Line): boolean {
  const wordBox = line.words[0]?.box ?? null;
  if (box === null || wordBox === null || line.page !== page) return false;
  const distance = Math.abs(wordBox.top + wordBox.height / 2 - box.top - box.height / 2);
  const isLevel = distance < SAME_ROW_OFFSET_MAX * Math.max(wordBox.height, box.height);
  return isLevel && wordBox.left >= box.left + box.width;
}

/** Text that matched a pattern, with its location. */
export type LocatedText = { text: string; location: TextLocation };

/** Returns all matches of a pattern with the flag `g`, or of its first group when it has one. */
export function findMatches(lines: readonly Line[], pattern: RegExp): LocatedText[] {
  return lines.flatMap((line) =>
    [...line.folded.matchAll(pattern)].map(({ index, 0: matched, 1: captured = matched }) => {
      const start = index + matched.indexOf(captured);
      return { text: captured, location: locateText(line, start, start + captured.length) };
    }),
  );
}
