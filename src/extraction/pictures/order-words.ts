import type { SeenWord } from './text-engine.ts';

type Line = { words: SeenWord[]; middle: number; height: number };

/** Words in lines as one reads: those whose middles lie within each other's height stand in one line, left to right. */
export function orderWords(words: readonly SeenWord[]): SeenWord[][] {
  const lines: Line[] = [];
  const [marks, others] = partition(words);
  for (const word of others.toSorted((one, other) => middleOf(one) - middleOf(other))) {
    const line = lines.findLast(
      (one) => distance(one, word) < 0.5 * Math.min(one.height, word.height * 1.6),
    );
    if (line === undefined)
      lines.push({ words: [word], middle: middleOf(word), height: word.height });
    else join(line, word);
  }
  // A dash or a comma is low, and stands in the line that it is nearest to.
  for (const mark of marks) {
    const [line] = lines.toSorted((one, other) => distance(one, mark) - distance(other, mark));
    if (line !== undefined && distance(line, mark) < 0.8 * line.height) line.words.push(mark);
  }
  const ordered = lines.toSorted((one, other) => one.middle - other.middle);
  return ordered.map((line) => line.words.toSorted((one, other) => one.left - other.left));
}

function partition(words: readonly SeenWord[]): [SeenWord[], SeenWord[]] {
  return [words.filter(isMark), words.filter((word) => !isMark(word))];
}

function join(line: Line, word: SeenWord): void {
  const count = line.words.push(word);
  line.middle += (middleOf(word) - line.middle) / count;
  line.height += (word.height - line.height) / count;
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
