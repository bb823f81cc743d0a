import type { GrayPicture, Region } from './gray-picture.ts';
import type { SeenWord } from './text-engine.ts';

/** Dots on a side of what is looked at as one. */
const CELL = 4;
/** Darker than that, in even light, is ink. */
const INK = 120;
/** More are not read by themselves: no document has as many short words that stand alone. */
const MOST = 16;
/** In heights of a word: how tall and wide a word may be, and how far apart its letters at most. */
const WORD = { least: 0.45, most: 3, narrowest: 0.5, widest: 30, gap: 0.5 };
/** Specks and frames have less ink in them. */
const DENSITY = 0.3;

/**
 * Where ink of the height of a word stands that no word was read in: what stands by itself, such as a value of one
 * word, is left out where letters run into each other. The largest first.
 */
export function findUnread(picture: GrayPicture, words: readonly SeenWord[]): Region[] {
  const height = heightOf(words);
  if (height === undefined) return [];
  const ink = inkOf(picture);
  for (const word of words) erase(ink, word);
  joinAlongRows(ink, Math.round((WORD.gap * height) / CELL));
  return listBlots(ink)
    .filter((blot) => isLikeWord(blot, height))
    .toSorted((one, other) => other.width * other.height - one.width * one.height)
    .slice(0, MOST)
    .map(({ left, top, width, height: tall }) => ({
      left: left * CELL,
      top: top * CELL,
      width: Math.min(width * CELL, picture.width - left * CELL),
      height: Math.min(tall * CELL, picture.height - top * CELL),
    }));
}

/** Of the middle one of the words that were read. */
function heightOf(words: readonly SeenWord[]): number | undefined {
  const long = words.filter(({ text }) => /[\p{L}\d]{3,}/u.test(text));
  const heights = long.map(({ height }) => height).toSorted((one, other) => one - other);
  return heights.length < 4 ? undefined : heights[Math.floor(heights.length / 2)];
}

type Grid = { cells: Uint8Array; columns: number; rows: number };

function inkOf({ data, width, height }: GrayPicture): Grid {
  const [columns, rows] = [Math.ceil(width / CELL), Math.ceil(height / CELL)];
  const cells = new Uint8Array(columns * rows);
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / CELL) * columns;
    for (let x = 0; x < width; x++)
      if ((data[y * width + x] ?? 255) < INK) cells[row + Math.floor(x / CELL)] = 1;
  }
  return { cells, columns, rows };
}

/** With its edges, which are gray. */
function erase({ cells, columns, rows }: Grid, { left, top, width, height }: SeenWord): void {
  const margin = height * 0.2;
  const [from, to] = [Math.max(0, left - margin), left + width + margin];
  const first = Math.max(0, Math.floor((top - margin) / CELL));
  const last = Math.min(rows - 1, Math.floor((top + height + margin) / CELL));
  for (let row = first; row <= last; row++) {
    const end = Math.min(columns, Math.ceil(to / CELL));
    cells.fill(0, row * columns + Math.floor(from / CELL), row * columns + end);
  }
}

function joinAlongRows({ cells, columns, rows }: Grid, gap: number): void {
  for (let row = 0; row < rows; row++) {
    let last = Number.NEGATIVE_INFINITY;
    for (let column = 0; column < columns; column++) {
      if (cells[row * columns + column] === 0) continue;
      const between = column - last - 1;
      if (between > 0 && between <= gap)
        cells.fill(1, row * columns + last + 1, row * columns + column);
      last = column;
    }
  }
}

/** `count` is of the cells with ink. */
type Blot = Region & { count: number };

function listBlots({ cells, columns }: Grid): Blot[] {
  const left = Uint8Array.from(cells);
  const blots: Blot[] = [];
  for (let at = left.indexOf(1); at !== -1; at = left.indexOf(1, at))
    blots.push(takeBlot({ cells: left, columns }, at));
  return blots;
}

/** All that hangs together with one cell, which is taken off. */
function takeBlot({ cells, columns }: Omit<Grid, 'rows'>, from: number): Blot {
  const waiting = [from];
  cells[from] = 0;
  const edges = { left: columns, right: 0, top: Number.POSITIVE_INFINITY, bottom: 0 };
  let count = 0;
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    count += 1;
    const [x, y] = [at % columns, Math.floor(at / columns)];
    edges.left = Math.min(edges.left, x);
    edges.right = Math.max(edges.right, x);
    edges.top = Math.min(edges.top, y);
    edges.bottom = Math.max(edges.bottom, y);
    const beside = [x > 0 ? at - 1 : -1, x < columns - 1 ? at + 1 : -1, at - columns, at + columns];
    for (const next of beside) {
      if (cells[next] !== 1) continue;
      cells[next] = 0;
      waiting.push(next);
    }
  }
  const [width, height] = [edges.right - edges.left + 1, edges.bottom - edges.top + 1];
  return { left: edges.left, top: edges.top, width, height, count };
}

function isLikeWord({ width, height, count }: Blot, wordHeight: number): boolean {
  const [tall, wide] = [(height * CELL) / wordHeight, (width * CELL) / wordHeight];
  return (
    tall >= WORD.least &&
    tall <= WORD.most &&
    wide >= WORD.narrowest &&
    wide <= WORD.widest &&
    count >= width * height * DENSITY
  );
}
