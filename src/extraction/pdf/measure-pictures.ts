import { OPS, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Share of a page that its pictures cover, 0 to 1, and true when some of its text is visible. */
export type PictureMeasure = { pictureShare: number; hasVisibleText: boolean };

type Matrix = readonly [number, number, number, number, number, number];
const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
/** Text rendering modes that draw nothing: a layer of invisible text above a scan. */
const INVISIBLE_MODES: ReadonlySet<unknown> = new Set([3, 7]);
/** Operations that draw pictures, save and restore the state, and draw text. */
const PICTURES: ReadonlySet<unknown> = new Set([
  OPS.paintImageXObject,
  OPS.paintInlineImageXObject,
  OPS.paintImageMaskXObject,
]);
const SAVES: ReadonlySet<unknown> = new Set([OPS.save, OPS.paintFormXObjectBegin]);
const RESTORES: ReadonlySet<unknown> = new Set([OPS.restore, OPS.paintFormXObjectEnd]);
const TEXTS: ReadonlySet<unknown> = new Set([
  OPS.showText,
  OPS.showSpacedText,
  OPS.nextLineShowText,
  OPS.nextLineSetSpacingShowText,
]);

type GraphicsState = { matrix: Matrix; isInvisible: boolean };

/** Measures the pictures of a page and the visibility of its text, by the operations that draw it. */
export async function measurePictures(page: PDFPageProxy): Promise<PictureMeasure> {
  const { fnArray, argsArray } = await page.getOperatorList();
  const [left = 0, bottom = 0, right = 0, top = 0] = page.view;
  const saved: GraphicsState[] = [];
  let state: GraphicsState = { matrix: IDENTITY, isInvisible: false };
  let area = 0;
  let hasVisibleText = false;
  fnArray.forEach((operation, index) => {
    if (SAVES.has(operation)) saved.push(state);
    if (RESTORES.has(operation)) state = saved.pop() ?? state;
    state = applyOperation(state, operation, argsArray[index]);
    if (TEXTS.has(operation) && !state.isInvisible) hasVisibleText = true;
    if (PICTURES.has(operation)) area += measureArea(state.matrix, [left, bottom, right, top]);
  });
  const pageArea = Math.abs((right - left) * (top - bottom));
  return { pictureShare: pageArea === 0 ? 0 : Math.min(1, area / pageArea), hasVisibleText };
}

/** Returns the state after an operation that changes the matrix or the mode of text. */
function applyOperation(state: GraphicsState, operation: number, args: unknown): GraphicsState {
  if (operation === OPS.transform)
    return { ...state, matrix: multiply(state.matrix, toMatrix(args)) };
  if (operation === OPS.paintFormXObjectBegin)
    return { ...state, matrix: multiply(state.matrix, toMatrix(toList(args)[0])) };
  if (operation === OPS.setTextRenderingMode)
    return { ...state, isInvisible: INVISIBLE_MODES.has(toList(args)[0]) };
  return state;
}

function toList(args: unknown): unknown[] {
  return Array.isArray(args) ? args : [];
}

function toMatrix(value: unknown): Matrix {
  const isNumbers = Array.isArray(value) || value instanceof Float32Array;
  const [a, b, c, d, e, f] = isNumbers ? Array.from(value, Number) : [];
  return [a ?? 1, b ?? 0, c ?? 0, d ?? 1, e ?? 0, f ?? 0];
}

function multiply(outer: Matrix, inner: Matrix): Matrix {
  const [a, b, c, d, e, f] = outer;
  return [
    a * inner[0] + c * inner[1],
    b * inner[0] + d * inner[1],
    a * inner[2] + c * inner[3],
    b * inner[2] + d * inner[3],
    a * inner[4] + c * inner[5] + e,
    b * inner[4] + d * inner[5] + f,
  ];
}

/** Returns the area of the box around a picture, which fills the unit square, within the page. */
function measureArea(
  [a, b, c, d, e, f]: Matrix,
  [left, bottom, right, top]: readonly [number, number, number, number],
): number {
  const [xs, ys] = [
    [e, e + a, e + c, e + a + c],
    [f, f + b, f + d, f + b + d],
  ];
  const width = Math.min(right, Math.max(...xs)) - Math.max(left, Math.min(...xs));
  const height = Math.min(top, Math.max(...ys)) - Math.max(bottom, Math.min(...ys));
  return Math.max(0, width) * Math.max(0, height);
}
