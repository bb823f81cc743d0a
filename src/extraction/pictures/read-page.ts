import type {
  Barcode,
  ContentNote,
  MrzReading,
  PageContent,
} from '../../domain/extraction/document-content.ts';
import { confirmIds } from './codes/confirm-ids.ts';
import { eraseBarcodes } from './codes/erase-barcodes.ts';
import { readBarcodesOfPage } from './codes/read-barcodes.ts';
import { findRotations, type Rotations } from './find-rotations.ts';
import type { GrayImage } from './gray-image.ts';
import { groupIntoLines } from './group-into-lines.ts';
import { SHARPNESS_MIN } from './image-limits.ts';
import { type NormalizedImage, normalizeLighting } from './normalize-lighting.ts';
import type { OcrEngine, RecognizedWord } from './ocr-engine.ts';
import { rotate } from './open-image.ts';
import { readMissedWords } from './read-missed-words.ts';
import { readMrz } from './read-mrz.ts';
import { computeSharpness } from './sharpness.ts';
import { toOriginalBox } from './to-original-box.ts';

/** Content recognized in the image of a page. */
export type PageImageContent = {
  page: PageContent;
  codes: Barcode[];
  mrz: MrzReading | null;
  notes: ContentNote[];
  /** Orientation in quarter turns, 0 to 3. Undefined when OCR did not run. */
  quarter?: number;
};

type PageToRecognize = {
  /** Image for OCR; null when it is too small. */
  image: GrayImage | null;
  original: GrayImage;
  number: number;
  /** Orientation of previous pages, in quarter turns. */
  expectedQuarter?: number | undefined;
  /** True when steps that find little are skipped for lack of time. */
  isCoarse?: boolean;
};

/** Reads the barcodes of a page, and its text unless `image` is null or blurred. */
export async function readPage(
  { image, original, number, expectedQuarter, isCoarse = false }: PageToRecognize,
  engine: OcrEngine,
): Promise<PageImageContent> {
  const emptyPage: PageContent = { number, source: 'ocr', text: '', words: [] };
  if (image === null) {
    const codes = await readBarcodesOfPage(original, number);
    return { page: emptyPage, codes, mrz: null, notes: [] };
  }
  const normalized = await normalizeLighting(image);
  const { image: normalizedImage } = normalized;
  const codes = await (isCoarse
    ? readBarcodesOfPage(normalizedImage, number)
    : findCodes(normalized, original, number));
  if (computeSharpness(normalizedImage) < SHARPNESS_MIN)
    return { page: emptyPage, codes, mrz: null, notes: ['picture_blurred'] };
  const withoutBarcodes = eraseBarcodes(normalizedImage, codes);
  const best = await readBestRotation(withoutBarcodes, { expectedQuarter, isCoarse }, engine);
  const { image: rotated, degrees } = best;
  const words = isCoarse ? best.words : await readMissedWords(rotated, best.words, engine);
  const lines = groupIntoLines(await confirmIds(words, rotated, engine));
  const transformation = { rotated, original: image, degrees };
  const page: PageContent = {
    number,
    source: 'ocr',
    text: lines.map((line) => line.map(({ text }) => text).join(' ')).join('\n'),
    words: lines.flat().map((word) => ({
      text: word.text,
      confidence: word.confidence,
      box: toOriginalBox(word, transformation),
    })),
  };
  const mrz = await readMrz({ image: rotated, lines, page: number }, engine);
  return { page, codes, mrz, notes: [], quarter: toQuarter(degrees) };
}

/**
 * Reads barcodes in the original and in the normalized image, because each shows some that the other does not. The
 * images are almost equal when the original is evenly lit, so that only the original is read.
 */
async function findCodes(
  { image: normalizedImage, isEvenlyLit }: NormalizedImage,
  original: GrayImage,
  page: number,
): Promise<Barcode[]> {
  const originalCodes = await readBarcodesOfPage(original, page);
  if (isEvenlyLit) return originalCodes;
  const normalizedCodes = await readBarcodesOfPage(normalizedImage, page);
  const knownTexts = new Set(originalCodes.map(({ text }) => text));
  return [...originalCodes, ...normalizedCodes.filter(({ text }) => !knownTexts.has(text))];
}

type RotatedReading = { image: GrayImage; degrees: number; words: RecognizedWord[] };

/** Quality below which other rotations are tried. */
const QUALITY_SUFFICIENT = 0.72;

/**
 * Reads a page at its probable rotations and selects the best. The angle of lines does not show which side is up, nor
 * is it reliable on a page with few lines; the quality of the text is.
 */
async function readBestRotation(
  normalizedImage: GrayImage,
  { expectedQuarter, isCoarse }: Pick<PageToRecognize, 'expectedQuarter' | 'isCoarse'>,
  engine: OcrEngine,
): Promise<RotatedReading> {
  const rotations = preferExpected(await findRotations(normalizedImage), expectedQuarter);
  let best: RotatedReading | undefined;
  for (const degrees of isCoarse === true ? rotations.slice(0, COARSE_ROTATIONS) : rotations) {
    const reading = await readAtAngle(normalizedImage, degrees, engine);
    if (best === undefined || computeWeight(reading.words) > computeWeight(best.words))
      best = reading;
    if (computeQuality(best.words) >= QUALITY_SUFFICIENT) break;
  }
  return best ?? { image: normalizedImage, degrees: 0, words: [] };
}

/** Moves the second rotation to the front when it has the orientation of the previous pages. */
function preferExpected(rotations: Rotations, expectedQuarter: number | undefined): Rotations {
  const [first, second, ...others] = rotations;
  if (first === undefined || second === undefined) return rotations;
  return toQuarter(second) === expectedQuarter ? [second, first, ...others] : rotations;
}

/** Number of rotations that coarse reading tries. */
const COARSE_ROTATIONS = 2;

function toQuarter(degrees: number): number {
  return (Math.round(degrees / 90) + 4) % 4;
}

async function readAtAngle(
  normalizedImage: GrayImage,
  degrees: number,
  engine: OcrEngine,
): Promise<RotatedReading> {
  const rotated =
    Math.abs(degrees) < 0.1 ? normalizedImage : await rotate(normalizedImage, degrees);
  return { image: rotated, degrees, words: await engine.readWords(rotated) };
}

/**
 * Returns the mean confidence of a text by its words of at least three characters: specks are read as shorter words.
 * Words with a confidence up to 0.5 count as 0. Returns 0 for fewer than 12 characters.
 */
function computeQuality(words: readonly RecognizedWord[]): number {
  const longWords = words.filter(({ text }) => /[\p{L}\d]{3,}/u.test(text));
  const letters = longWords.reduce((sum, { text }) => sum + text.length, 0);
  return letters < 12 ? 0 : computeWeight(longWords) / letters;
}

/** Sums up the confidences of the characters of reliable words. */
function computeWeight(words: readonly RecognizedWord[]): number {
  return words
    .filter(({ text, confidence }) => confidence > 0.5 && /[\p{L}\d]{3,}/u.test(text))
    .reduce((sum, { text, confidence }) => sum + text.length * confidence, 0);
}
