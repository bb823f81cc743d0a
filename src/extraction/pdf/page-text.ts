import type { Box, Word } from '../../domain/extraction/document-content.ts';

/** Run of text on a page. `x` and `y` are the start of its baseline, in points from the top left corner. */
export type TextRun = { text: string; x: number; y: number; width: number; height: number };
export type PageSize = { width: number; height: number };

/** Minimum width of a space between two runs, as a fraction of their height. */
const SPACE_WIDTH_MIN = 0.18;
/** Maximum vertical distance of runs on one line, as a fraction of their height. */
const LINE_TOLERANCE = 0.5;

/**
 * Arranges runs in lines from top to bottom and left to right, and returns the text and the words with their bounding
 * boxes.
 */
export function layOutRuns(
  runs: readonly TextRun[],
  size: PageSize,
): { text: string; words: Word[] } {
  const lines = toLines(runs.filter(({ text }) => text.trim() !== ''));
  const wordsByLine = lines.map((line) => toWords(line, size));
  return {
    text: wordsByLine.map((words) => words.map(({ text }) => text).join(' ')).join('\n'),
    words: wordsByLine.flat(),
  };
}

function toLines(runs: readonly TextRun[]): TextRun[][] {
  const lines: TextRun[][] = [];
  for (const run of runs.toSorted((first, second) => first.y - second.y || first.x - second.x)) {
    const line = lines.at(-1);
    const [firstRun] = line ?? [];
    const tolerance = LINE_TOLERANCE * Math.min(run.height, firstRun?.height ?? 0);
    if (line !== undefined && firstRun !== undefined && run.y - firstRun.y <= tolerance)
      line.push(run);
    else lines.push([run]);
  }
  return lines.map((line) => line.toSorted((first, second) => first.x - second.x));
}

type OpenWord = { text: string; left: number; right: number; top: number; bottom: number };

/** Joins runs to words, which may span several runs. Characters of a run are assumed to have the same width. */
function toWords(line: readonly TextRun[], size: PageSize): Word[] {
  const words: OpenWord[] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const { text, x, y, width, height } of line) {
    let isOpen = x - end < SPACE_WIDTH_MIN * height;
    const characterWidth = width / Math.max(1, text.length);
    for (const { 0: part, index } of text.matchAll(/\S+|\s+/g)) {
      const left = x + index * characterWidth;
      const right = left + part.length * characterWidth;
      const lastWord = words.at(-1);
      if (part.trim() === '') isOpen = false;
      else if (isOpen && lastWord !== undefined) {
        lastWord.text += part;
        lastWord.right = Math.max(lastWord.right, right);
      } else {
        words.push({ text: part, left, right, top: y - height, bottom: y });
        isOpen = true;
      }
    }
    end = /\s$/.test(text) ? Number.NEGATIVE_INFINITY : x + width;
  }
  return words.map((word) => ({ text: word.text, confidence: 1, box: toBox(word, size) }));
}

function toBox({ left, right, top, bottom }: OpenWord, { width, height }: PageSize): Box {
  const toFraction = (value: number, whole: number) =>
    round(Math.min(1, Math.max(0, value / whole)));
  const corner = { left: toFraction(left, width), top: toFraction(top, height) };
  return {
    ...corner,
    width: round(toFraction(right, width) - corner.left),
    height: round(toFraction(bottom, height) - corner.top),
  };
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
