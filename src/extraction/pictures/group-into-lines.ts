import type { RecognizedWord } from './ocr-engine.ts';

type TextLine = { words: RecognizedWord[]; center: number; height: number };

/**
 * Groups words into lines in reading order. The lines of a photograph taken at an angle diverge, so each word is added
 * to the line whose last words to its left are at the same vertical position. Drops punctuation that is not beside a
 * line.
 */
export function groupIntoLines(words: readonly RecognizedWord[]): RecognizedWord[][] {
  const lines: TextLine[] = [];
  const [punctuation, wordsWithLetters] = separatePunctuation(words);
  for (const word of wordsWithLetters.toSorted((first, second) => first.left - second.left)) {
    const [line] = lines
      .filter((candidate) => continuesLine(candidate, word))
      .toSorted((first, second) => distanceToLine(first, word) - distanceToLine(second, word));
    if (line === undefined)
      lines.push({ words: [word], center: getCenter(word), height: word.height });
    else addToLine(line, word);
  }
  // A dash or a comma is below the center of its line, so it joins the nearest line.
  for (const mark of punctuation) {
    const [line] = lines.toSorted(
      (first, second) => distanceToNearestWord(first, mark) - distanceToNearestWord(second, mark),
    );
    if (line !== undefined && distanceToNearestWord(line, mark) < MARK_DISTANCE_MAX * line.height)
      line.words.push(mark);
  }
  const ordered = sortLines(lines);
  return ordered.map((line) => line.words.toSorted((first, second) => first.left - second.left));
}

/** Maximum vertical distances from a line, as multiples of its height: of a punctuation mark and of a word. */
const MARK_DISTANCE_MAX = 0.8;
const WORD_DISTANCE_MAX = 0.6;
/** Share of the last word that the next one must clear: boxes of touching words overlap. */
const CLEARANCE_MIN = 0.6;
/** True when a word continues a line. `center` and `height` of the line are moving averages of its words. */
function continuesLine(line: TextLine, word: RecognizedWord): boolean {
  const lastWord = line.words.at(-1);
  if (lastWord === undefined || word.left < lastWord.left + lastWord.width * CLEARANCE_MIN)
    return false;
  return distanceToLine(line, word) < WORD_DISTANCE_MAX * Math.max(line.height, word.height);
}

function sortLines(lines: readonly TextLine[]): TextLine[] {
  const centers = new Map(lines.map((line) => [line, computeLineCenter(line)]));
  return lines.toSorted((first, second) => (centers.get(first) ?? 0) - (centers.get(second) ?? 0));
}

function computeLineCenter({ words }: TextLine): number {
  return words.reduce((sum, word) => sum + getCenter(word), 0) / words.length;
}

/** Returns the vertical distance from a punctuation mark to the horizontally nearest word of a line. */
function distanceToNearestWord({ words }: TextLine, mark: RecognizedWord): number {
  const [nearest] = words.toSorted(
    (first, second) => Math.abs(first.left - mark.left) - Math.abs(second.left - mark.left),
  );
  return nearest === undefined
    ? Number.POSITIVE_INFINITY
    : Math.abs(getCenter(nearest) - getCenter(mark));
}

function separatePunctuation(
  words: readonly RecognizedWord[],
): [RecognizedWord[], RecognizedWord[]] {
  return [words.filter(isPunctuation), words.filter((word) => !isPunctuation(word))];
}

function addToLine(line: TextLine, word: RecognizedWord): void {
  line.words.push(word);
  // Moving averages: the center of a word of low or tall characters differs from that of its line.
  line.center += (getCenter(word) - line.center) * 0.35;
  line.height += (word.height - line.height) * 0.3;
}

function distanceToLine({ center }: TextLine, word: RecognizedWord): number {
  return Math.abs(center - getCenter(word));
}

function getCenter({ top, height }: RecognizedWord): number {
  return top + height / 2;
}

function isPunctuation({ text }: RecognizedWord): boolean {
  return !/[\p{L}\d<]/u.test(text);
}
