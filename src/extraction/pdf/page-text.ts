import type { Box, Word } from '../../domain/extraction/document-content.ts';

/** A run of text on a page: `x` and `y` are where it begins on its line, in points from the top left corner. */
export type TextRun = { text: string; x: number; y: number; width: number; height: number };
export type PageSize = { width: number; height: number };

/** Less than this part of the height between two runs is no blank. */
const GAP = 0.18;
const SAME_LINE = 0.5;

/** The runs as lines from the top down and from left to right, and their words with where they stand. */
export function layOut(runs: readonly TextRun[], size: PageSize): { text: string; words: Word[] } {
  const lines = toLines(runs.filter(({ text }) => text.trim() !== ''));
  const laid = lines.map((line) => toWords(line, size));
  return {
    text: laid.map((words) => words.map(({ text }) => text).join(' ')).join('\n'),
    words: laid.flat(),
  };
}

function toLines(runs: readonly TextRun[]): TextRun[][] {
  const lines: TextRun[][] = [];
  for (const run of runs.toSorted((one, other) => one.y - other.y || one.x - other.x)) {
    const line = lines.at(-1);
    const [first] = line ?? [];
    const reach = SAME_LINE * Math.min(run.height, first?.height ?? 0);
    if (line !== undefined && first !== undefined && run.y - first.y <= reach) line.push(run);
    else lines.push([run]);
  }
  return lines.map((line) => line.toSorted((one, other) => one.x - other.x));
}

type OpenWord = { text: string; left: number; right: number; top: number; bottom: number };

/** A word may go on in the next run; within a run every sign is taken to be of the same width. */
function toWords(line: readonly TextRun[], size: PageSize): Word[] {
  const words: OpenWord[] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const { text, x, y, width, height } of line) {
    let isOpen = x - end < GAP * height;
    const step = width / Math.max(1, text.length);
    for (const { 0: part, index } of text.matchAll(/\S+|\s+/g)) {
      const left = x + index * step;
      const right = left + part.length * step;
      const last = words.at(-1);
      if (part.trim() === '') isOpen = false;
      else if (isOpen && last !== undefined) {
        last.text += part;
        last.right = Math.max(last.right, right);
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
  const share = (value: number, whole: number) => round(Math.min(1, Math.max(0, value / whole)));
  const from = { left: share(left, width), top: share(top, height) };
  return {
    ...from,
    width: round(share(right, width) - from.left),
    height: round(share(bottom, height) - from.top),
  };
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
