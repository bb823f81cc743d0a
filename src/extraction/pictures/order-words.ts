import type { SeenWord } from './text-engine.ts';

type Line = { words: SeenWord[]; middle: number; height: number };

/**
 * Words in lines as one reads. On a picture taken from aside lines run apart, so each word goes on with the line whose
 * last word to its left stands at its height.
 */
export function orderWords(words: readonly SeenWord[]): SeenWord[][] {
  const lines: Line[] = [];
  const [marks, others] = partition(words);
  for (const word of others.toSorted((one, other) => one.left - other.left)) {
    const [line] = lines
      .filter((one) => goesOn(one, word))
      .toSorted((one, other) => distance(one, word) - distance(other, word));
    if (line === undefined)
      lines.push({ words: [word], middle: middleOf(word), height: word.height });
    else join(line, word);
  }
  // A dash or a comma is low, and stands in the line that it is nearest to.
  for (const mark of marks) {
    const [line] = lines.toSorted((one, other) => awayFrom(one, mark) - awayFrom(other, mark));
    if (line !== undefined && awayFrom(line, mark) < 0.8 * line.height) line.words.push(mark);
  }
  const ordered = inReadingOrder(lines);
  return ordered.map((line) => line.words.toSorted((one, other) => one.left - other.left));
}

/** `middle` and `height` are those of the last words of a line. */
function goesOn(line: Line, word: SeenWord): boolean {
  const last = line.words.at(-1);
  if (last === undefined || word.left < last.left + last.width * 0.6) return false;
  return distance(line, word) < 0.6 * Math.max(line.height, word.height);
}

function inReadingOrder(lines: readonly Line[]): Line[] {
  const place = new Map(lines.map((line) => [line, middleOfAll(line)]));
  return lines.toSorted((one, other) => (place.get(one) ?? 0) - (place.get(other) ?? 0));
}

function middleOfAll({ words }: Line): number {
  return words.reduce((sum, word) => sum + middleOf(word), 0) / words.length;
}

/** From the word of a line that is nearest to a mark. */
function awayFrom({ words }: Line, mark: SeenWord): number {
  const [nearest] = words.toSorted(
    (one, other) => Math.abs(one.left - mark.left) - Math.abs(other.left - mark.left),
  );
  return nearest === undefined
    ? Number.POSITIVE_INFINITY
    : Math.abs(middleOf(nearest) - middleOf(mark));
}

function partition(words: readonly SeenWord[]): [SeenWord[], SeenWord[]] {
  return [words.filter(isMark), words.filter((word) => !isMark(word))];
}

function join(line: Line, word: SeenWord): void {
  line.words.push(word);
  // A word with low or high signs alone is not where its line is.
  line.middle += (middleOf(word) - line.middle) * 0.35;
  line.height += (word.height - line.height) * 0.3;
}

function distance({ middle }: Line, word: SeenWord): number {
  return Math.abs(middle - middleOf(word));
}

function middleOf({ top, height }: SeenWord): number {
  return top + height / 2;
}

function isMark({ text }: SeenWord): boolean {
  return !/[\p{L}\d<]/u.test(text);
}
