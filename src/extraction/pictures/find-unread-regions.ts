import type { GrayImage, Region } from './gray-image.ts';
import type { RecognizedWord } from './ocr-engine.ts';

/** Side of a grid cell in pixels. */
const CELL_SIZE = 4;
/** Brightness below which a pixel is ink, after normalization. */
const INK_BRIGHTNESS_MAX = 120;
/** Maximum number of regions, more than any document has isolated words. */
const REGIONS_MAX = 16;
/** Size of a word and maximum gap between its characters, as multiples of the median word height. */
const WORD_SIZE = { heightMin: 0.45, heightMax: 3, widthMin: 0.5, widthMax: 30, gap: 0.5 };
/** Minimum fraction of ink cells. Specks and frames have a smaller one. */
const INK_DENSITY_MIN = 0.3;

/**
 * Finds word-sized regions of ink without recognized words, largest first. OCR omits isolated words, for example values
 * of one word, whose characters touch. Empty when fewer than four words show the size of a word.
 */
export function findUnreadRegions(image: GrayImage, words: readonly RecognizedWord[]): Region[] {
  const height = medianHeight(words);
  if (height === undefined) return [];
  const ink = createInkGrid(image);
  for (const word of words) eraseWord(ink, word);
  joinAlongRows(ink, Math.round((WORD_SIZE.gap * height) / CELL_SIZE));
  return listComponents(ink)
    .filter((component) => isWordSized(component, height))
    .toSorted((first, second) => second.width * second.height - first.width * first.height)
    .slice(0, REGIONS_MAX)
    .map(({ left, top, width, height: rows }) => ({
      left: left * CELL_SIZE,
      top: top * CELL_SIZE,
      width: Math.min(width * CELL_SIZE, image.width - left * CELL_SIZE),
      height: Math.min(rows * CELL_SIZE, image.height - top * CELL_SIZE),
    }));
}

/** Returns the median height of words with at least three characters; undefined for fewer than four such words. */
function medianHeight(words: readonly RecognizedWord[]): number | undefined {
  const longWords = words.filter(({ text }) => /[\p{L}\d]{3,}/u.test(text));
  const heights = longWords.map(({ height }) => height).toSorted((first, second) => first - second);
  return heights.length < 4 ? undefined : heights[Math.floor(heights.length / 2)];
}

type Grid = { cells: Uint8Array; columns: number; rows: number };

function createInkGrid({ data, width, height }: GrayImage): Grid {
  const [columns, rows] = [Math.ceil(width / CELL_SIZE), Math.ceil(height / CELL_SIZE)];
  const cells = new Uint8Array(columns * rows);
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / CELL_SIZE) * columns;
    for (let x = 0; x < width; x++)
      if ((data[y * width + x] ?? 255) < INK_BRIGHTNESS_MAX)
        cells[row + Math.floor(x / CELL_SIZE)] = 1;
  }
  return { cells, columns, rows };
}

/** Clears the cells of a word, including its gray edges. */
function eraseWord(
  { cells, columns, rows }: Grid,
  { left, top, width, height }: RecognizedWord,
): void {
  const margin = height * 0.2;
  const [from, to] = [Math.max(0, left - margin), left + width + margin];
  const firstRow = Math.max(0, Math.floor((top - margin) / CELL_SIZE));
  const lastRow = Math.min(rows - 1, Math.floor((top + height + margin) / CELL_SIZE));
  for (let row = firstRow; row <= lastRow; row++) {
    const end = Math.min(columns, Math.ceil(to / CELL_SIZE));
    cells.fill(0, row * columns + Math.floor(from / CELL_SIZE), row * columns + end);
  }
}

/** Fills gaps in rows, so that the characters of a word become one component. */
function joinAlongRows({ cells, columns, rows }: Grid, gap: number): void {
  for (let row = 0; row < rows; row++) {
    let lastInk = Number.NEGATIVE_INFINITY;
    for (let column = 0; column < columns; column++) {
      if (cells[row * columns + column] === 0) continue;
      const emptyCells = column - lastInk - 1;
      if (emptyCells > 0 && emptyCells <= gap)
        cells.fill(1, row * columns + lastInk + 1, row * columns + column);
      lastInk = column;
    }
  }
}

/** Connected component. `cellCount` is its number of ink cells. */
type Component = Region & { cellCount: number };

function listComponents({ cells, columns }: Grid): Component[] {
  const remaining = Uint8Array.from(cells);
  const components: Component[] = [];
  for (let index = remaining.indexOf(1); index !== -1; index = remaining.indexOf(1, index))
    components.push(extractComponent({ cells: remaining, columns }, index));
  return components;
}

/** Extracts and clears the connected component of a cell by flood fill. */
function extractComponent({ cells, columns }: Omit<Grid, 'rows'>, start: number): Component {
  const pending = [start];
  cells[start] = 0;
  const edges = { left: columns, right: 0, top: Number.POSITIVE_INFINITY, bottom: 0 };
  let count = 0;
  for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
    count += 1;
    const [x, y] = [index % columns, Math.floor(index / columns)];
    edges.left = Math.min(edges.left, x);
    edges.right = Math.max(edges.right, x);
    edges.top = Math.min(edges.top, y);
    edges.bottom = Math.max(edges.bottom, y);
    const neighbors = [
      x > 0 ? index - 1 : -1,
      x < columns - 1 ? index + 1 : -1,
      index - columns,
      index + columns,
    ];
    for (const neighbor of neighbors) {
      if (cells[neighbor] !== 1) continue;
      cells[neighbor] = 0;
      pending.push(neighbor);
    }
  }
  const [width, height] = [edges.right - edges.left + 1, edges.bottom - edges.top + 1];
  return { left: edges.left, top: edges.top, width, height, cellCount: count };
}

function isWordSized({ width, height, cellCount }: Component, wordHeight: number): boolean {
  const [relativeHeight, relativeWidth] = [height, width].map(
    (cells) => (cells * CELL_SIZE) / wordHeight,
  );
  if (relativeHeight === undefined || relativeWidth === undefined) return false;
  return (
    relativeHeight >= WORD_SIZE.heightMin &&
    relativeHeight <= WORD_SIZE.heightMax &&
    relativeWidth >= WORD_SIZE.widthMin &&
    relativeWidth <= WORD_SIZE.widthMax &&
    cellCount >= width * height * INK_DENSITY_MIN
  );
}
