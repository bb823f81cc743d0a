import createBidi from 'bidi-js/dist/bidi.mjs';

const bidi = createBidi();

/** Part of a line with one direction, which the font shapes as a whole. */
export type VisualRun = { text: string; isRightToLeft: boolean };

export const RIGHT_TO_LEFT_LETTERS = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/**
 * Splits a line into runs from left to right, by the Unicode Bidirectional Algorithm. Each run has its characters in
 * reading order.
 */
export function splitVisualRuns(line: string): VisualRun[] {
  if (!RIGHT_TO_LEFT_LETTERS.test(line)) return [{ text: line, isRightToLeft: false }];
  const { levels } = bidi.getEmbeddingLevels(line);
  const runs: { level: number; text: string }[] = [];
  for (const [index, character] of line.split('').entries()) {
    const level = levels[index] ?? 0;
    const lastRun = runs.at(-1);
    if (lastRun === undefined || lastRun.level !== level) runs.push({ level, text: character });
    else lastRun.text += character;
  }
  return toVisualOrder(runs).map(({ level, text }) =>
    level % 2 === 0 ? { text, isRightToLeft: false } : toRightToLeftRun(text),
  );
}

/**
 * Rule L2 of the Unicode Bidirectional Algorithm: from the highest level down to 1, reverses each sequence of runs at
 * that level or higher.
 */
function toVisualOrder<R extends { level: number }>(runs: readonly R[]): R[] {
  const ordered = [...runs];
  const highest = Math.max(...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1) {
    for (let from = 0; from < ordered.length; from += 1) {
      let to = from;
      while ((ordered[to]?.level ?? -1) >= level) to += 1;
      ordered.splice(from, to - from, ...ordered.slice(from, to).toReversed());
      if (to > from) from = to;
    }
  }
  return ordered;
}

/**
 * Converts a right-to-left run for drawing. The shaper of the font reverses Arabic and Hebrew letters itself; a run
 * without any, for example of punctuation, is reversed here.
 */
function toRightToLeftRun(text: string): VisualRun {
  const mirrored = Array.from(
    text,
    (character) => bidi.getMirroredCharacter(character) ?? character,
  );
  if (RIGHT_TO_LEFT_LETTERS.test(text)) return { text: mirrored.join(''), isRightToLeft: true };
  return { text: mirrored.toReversed().join(''), isRightToLeft: false };
}
