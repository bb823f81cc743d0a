import createBidi from 'bidi-js/dist/bidi.mjs';

const bidi = createBidi();

/** A piece of a line that runs one way, for it to be shaped as a whole. */
export type Run = { text: string; isRightToLeft: boolean };

export const LETTERS_FROM_THE_RIGHT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** A line's pieces from left to right, by the Unicode Bidirectional Algorithm; each has its signs in the order of reading. */
export function visualRuns(line: string): Run[] {
  if (!LETTERS_FROM_THE_RIGHT.test(line)) return [{ text: line, isRightToLeft: false }];
  const { levels } = bidi.getEmbeddingLevels(line);
  const runs: { level: number; text: string }[] = [];
  for (const [at, sign] of line.split('').entries()) {
    const level = levels[at] ?? 0;
    const last = runs.at(-1);
    if (last === undefined || last.level !== level) runs.push({ level, text: sign });
    else last.text += sign;
  }
  return inOrderOfSight(runs).map(({ level, text }) =>
    level % 2 === 0 ? { text, isRightToLeft: false } : turned(text),
  );
}

/** Rule L2: from the deepest level up, what follows each other on a level or deeper is turned round. */
function inOrderOfSight<R extends { level: number }>(runs: readonly R[]): R[] {
  const ordered = [...runs];
  const deepest = Math.max(...runs.map(({ level }) => level));
  for (let level = deepest; level > 0; level -= 1) {
    for (let from = 0; from < ordered.length; from += 1) {
      let to = from;
      while ((ordered[to]?.level ?? -1) >= level) to += 1;
      ordered.splice(from, to - from, ...ordered.slice(from, to).toReversed());
      if (to > from) from = to;
    }
  }
  return ordered;
}

/** The font's shaper turns letters that are written from the right by itself, and nothing that has none. */
function turned(text: string): Run {
  const mirrored = Array.from(text, (sign) => bidi.getMirroredCharacter(sign) ?? sign);
  if (LETTERS_FROM_THE_RIGHT.test(text)) return { text: mirrored.join(''), isRightToLeft: true };
  return { text: mirrored.toReversed().join(''), isRightToLeft: false };
}
