import type { Word } from '../document-content.ts';
import type { Line } from '../lines.ts';

/** Word of a line with its character offsets and its position, in fractions of the page. */
export type PlacedWord = {
  start: number;
  end: number;
  left: number;
  right: number;
  top: number;
  height: number;
};

/** Part of a line between two gaps that are wider than spaces: a cell of a table, or a line of a column. */
export type Cell = Line & {
  lineIndex: number;
  start: number;
  end: number;
  words: readonly Word[];
  /** Edges on the page; undefined when the positions of the words are unknown. */
  bounds: { left: number; right: number; top: number; height: number } | undefined;
};

/** Minimum width of a gap between two cells, in average characters of the words beside it. */
const GAP_CHARACTERS_MIN = 3;

/**
 * Returns the words of a line with their positions, or none when any position is unknown or the line is not upright:
 * positions are those on the picture as it was uploaded, which may be turned.
 */
export function placeWords(line: Line): PlacedWord[] {
  const placedWords = placeAll(line);
  return isTurned(placedWords) ? [] : placedWords;
}

/** True when the words of a line do not follow each other from left to right. */
function isTurned(words: readonly PlacedWord[]): boolean {
  const [firstWord, lastWord] = [words[0], words.at(-1)];
  if (firstWord === undefined || lastWord === undefined || words.length < 2) return false;
  return lastWord.left - firstWord.left <= Math.abs(lastWord.top - firstWord.top);
}

/** Returns the pages most of whose lines are turned. */
function findTurnedPages(lines: readonly Line[]): Set<number> {
  const turnedSurplus = new Map<number, number>();
  for (const line of lines) {
    const placedWords = placeAll(line);
    if (placedWords.length < 2) continue;
    turnedSurplus.set(
      line.page,
      (turnedSurplus.get(line.page) ?? 0) + (isTurned(placedWords) ? 1 : -1),
    );
  }
  return new Set([...turnedSurplus].filter(([, count]) => count > 0).map(([page]) => page));
}

function placeAll({ words }: Line): PlacedWord[] {
  let start = 0;
  const placedWords = words.flatMap(({ text, box }): PlacedWord[] => {
    const wordStart = start;
    const { length } = text.normalize('NFC');
    start += length + 1;
    if (box === null) return [];
    const { left, width, top, height } = box;
    return [{ start: wordStart, end: wordStart + length, left, right: left + width, top, height }];
  });
  return placedWords.length === words.length ? placedWords : [];
}

/** Returns the average width of a character of the words, in fractions of the page. */
export function measureCharacter(words: readonly PlacedWord[]): number {
  const length = words.reduce((sum, { start, end }) => sum + end - start, 0);
  const width = words.reduce((sum, { left, right }) => sum + right - left, 0);
  return length === 0 ? 0 : width / length;
}

/** Splits the words of a line at its wide gaps. */
export function splitAtGaps(words: readonly PlacedWord[]): PlacedWord[][] {
  const gap = GAP_CHARACTERS_MIN * measureCharacter(words);
  const groups: PlacedWord[][] = [];
  for (const word of words) {
    const previousWord = groups.at(-1)?.at(-1);
    if (previousWord === undefined || word.left - previousWord.right > gap) groups.push([word]);
    else groups.at(-1)?.push(word);
  }
  return groups;
}

/** Splits all lines at their wide gaps, so that lines of columns side by side are apart. */
export function toCells(lines: readonly Line[]): Cell[] {
  const turnedPages = findTurnedPages(lines);
  return lines.flatMap((line, lineIndex): Cell[] => {
    const groups = turnedPages.has(line.page) ? [] : splitAtGaps(placeWords(line));
    if (groups.length === 0)
      return [{ ...line, lineIndex, start: 0, end: line.text.length, bounds: undefined }];
    let wordIndex = 0;
    return groups.map((group) => {
      const [start, end] = [group[0]?.start ?? 0, group.at(-1)?.end ?? 0];
      const words = line.words.slice(wordIndex, wordIndex + group.length);
      wordIndex += group.length;
      const bounds = {
        left: group[0]?.left ?? 0,
        right: group.at(-1)?.right ?? 0,
        top: Math.min(...group.map(({ top }) => top)),
        height: Math.max(...group.map(({ height }) => height)),
      };
      const [text, folded] = [line.text.slice(start, end), line.folded.slice(start, end)];
      return { ...line, text, folded, words, lineIndex, start, end, bounds };
    });
  });
}

/** Maximum distance between two lines of a block, in heights of the text. */
const LINE_DISTANCE_MAX = 3.2;

/** Returns the cells below a cell in its column, nearest first, up to the first gap above LINE_DISTANCE_MAX. */
export function listBelow(cells: readonly Cell[], heading: Cell, count: number): Cell[] {
  const below: Cell[] = [];
  let current: Cell | undefined = heading;
  while (below.length < count && current !== undefined) {
    current = findNext(cells, current);
    if (current !== undefined) below.push(current);
  }
  return below;
}

function findNext(cells: readonly Cell[], current: Cell): Cell | undefined {
  const { bounds, page, lineIndex } = current;
  if (bounds === undefined)
    return sliceNear(cells, lineIndex).find(
      (cell) => cell.page === page && cell.lineIndex === lineIndex + 1,
    );
  const candidates = sliceNear(cells, lineIndex).filter(
    (cell) =>
      cell.page === page &&
      cell.bounds !== undefined &&
      cell.bounds.top > bounds.top + bounds.height / 2 &&
      overlaps(cell.bounds, bounds),
  );
  const [nearest] = candidates.toSorted(
    (first, second) => (first.bounds?.top ?? 0) - (second.bounds?.top ?? 0),
  );
  const distance = (nearest?.bounds?.top ?? 0) - bounds.top;
  const height = Math.max(bounds.height, nearest?.bounds?.height ?? 0);
  return distance <= LINE_DISTANCE_MAX * height ? nearest : undefined;
}

/** Maximum number of lines between a cell and the next one in its column: other columns have lines between them. */
const NEAR_LINES = 12;

/** Returns the cells of the lines around a line, by binary search in cells that are in order of their lines. */
function sliceNear(cells: readonly Cell[], lineIndex: number): readonly Cell[] {
  let [low, high] = [0, cells.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((cells[middle]?.lineIndex ?? 0) < lineIndex - NEAR_LINES) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while ((cells[end]?.lineIndex ?? Number.POSITIVE_INFINITY) <= lineIndex + NEAR_LINES) end += 1;
  return cells.slice(low, end);
}

type Span = { left: number; right: number };

/** True when two spans share at least a third of the narrower one. */
function overlaps(first: Span, second: Span): boolean {
  const shared = Math.min(first.right, second.right) - Math.max(first.left, second.left);
  const narrower = Math.min(first.right - first.left, second.right - second.left);
  return shared >= narrower / 3;
}

/** Returns the left edge of the first word that ends after an offset of the line; undefined without one. */
export function findLeft(
  words: readonly PlacedWord[],
  start: number | undefined,
): number | undefined {
  return start === undefined ? undefined : words.find((word) => word.end > start)?.left;
}

/** Number of lines before and after a value, of which the longest shows the right edge of the text. */
const EDGE_LINES = 40;

/** Returns the right edge of the text around a line. */
export function findRightEdge(lines: readonly Line[], lineIndex: number): number {
  const nearLines = lines.slice(Math.max(0, lineIndex - EDGE_LINES), lineIndex + EDGE_LINES);
  return Math.max(...nearLines.map((line) => placeWords(line).at(-1)?.right ?? 0));
}
