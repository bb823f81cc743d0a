import { findUnreadRegions } from './find-unread-regions.ts';
import type { GrayImage, Region } from './gray-image.ts';
import type { OcrEngine, RecognizedWord } from './ocr-engine.ts';
import { cropAround } from './open-image.ts';

/** Minimum confidence of an isolated word; below it, it may be part of a drawing. */
const CONFIDENCE_MIN = 0.7;

/** Maximum width of a character as a multiple of the word height. */
const CHARACTER_WIDTH_MAX = 1.3;
/** Confidence below which a number is read again. */
const NUMBER_CONFIDENCE_MIN = 0.75;

/**
 * Reads the words again that the OCR of the whole page missed or read doubtfully, each by itself: words with fewer
 * characters than their width allows, and numbers of low confidence.
 */
export async function readMissedWords(
  image: GrayImage,
  words: readonly RecognizedWord[],
  engine: OcrEngine,
): Promise<RecognizedWord[]> {
  const certain = words.filter((word) => !isDoubtful(word));
  const recovered: RecognizedWord[] = [];
  for (const region of findUnreadRegions(image, certain)) {
    const { image: cropped, left, top } = await cropAround(image, region);
    const lineWords = await engine.readLine(cropped);
    const confident = lineWords.filter(
      ({ text, confidence }) => isWord(text) && confidence >= CONFIDENCE_MIN,
    );
    recovered.push(
      ...confident.map((word) => ({ ...word, left: word.left + left, top: word.top + top })),
    );
  }
  const doubtful = words.filter(
    (word) =>
      isDoubtful(word) && !recovered.some((recoveredWord) => doOverlap(recoveredWord, word)),
  );
  return [...certain, ...doubtful, ...recovered];
}

function isDoubtful({ text, confidence, width, height }: RecognizedWord): boolean {
  const isTooWide = width > text.length * height * CHARACTER_WIDTH_MAX;
  return isTooWide || (/\d{3}/.test(text) && confidence < NUMBER_CONFIDENCE_MIN);
}

function doOverlap(first: Region, second: Region): boolean {
  return (
    first.left < second.left + second.width &&
    second.left < first.left + first.width &&
    first.top < second.top + second.height &&
    second.top < first.top + first.height
  );
}

function isWord(text: string): boolean {
  return /[\p{L}\d]{2}|\d/u.test(text);
}
