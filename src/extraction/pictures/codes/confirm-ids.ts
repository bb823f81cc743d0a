import { type CorrectedId, correctId, looksLikeId } from '../../../domain/extraction/correct-id.ts';
import type { GrayImage } from '../gray-image.ts';
import type { OcrEngine, RecognizedWord } from '../ocr-engine.ts';
import { cropAround, resize } from '../open-image.ts';

/** Maximum number of ids that are read again, more than any document has. */
const IDS_MAX = 8;

/**
 * Reads ids (RFC, CURP, elector key) again, with other language data and with capital letters and digits only. The
 * format of the id corrects confused letters and digits. The returned confidence reflects whether the readings agree.
 */
export async function confirmIds(
  words: readonly RecognizedWord[],
  image: GrayImage,
  engine: OcrEngine,
): Promise<RecognizedWord[]> {
  const ids = words.filter(({ text }) => looksLikeId(text)).slice(0, IDS_MAX);
  const confirmed = new Map<RecognizedWord, RecognizedWord>();
  for (const word of ids) {
    const { image: cropped } = await cropAround(image, word);
    const otherTexts = words.filter((candidate) => candidate !== word).map(({ text }) => text);
    confirmed.set(word, await confirmId({ word, cropped, dates: findDates(otherTexts) }, engine));
  }
  return words.map((word) => confirmed.get(word) ?? word);
}

type IdToConfirm = { word: RecognizedWord; cropped: GrayImage; dates: ReadonlySet<string> };

/** Reads an id until the readings agree on its value, at most once per OCR pass. */
async function confirmId(
  { word, cropped, dates }: IdToConfirm,
  engine: OcrEngine,
): Promise<RecognizedWord> {
  const readings = [word.text];
  for (const [language, height] of OCR_PASSES) {
    readings.push(
      await engine.readAlphanumeric(await resize(cropped, height / word.height), language),
    );
    const corrected = correctId(readings, dates);
    if (corrected !== undefined && isSettled(corrected))
      return { ...word, text: corrected.value, confidence: toConfidence(corrected) };
  }
  const best = correctId(readings, dates);
  if (best === undefined)
    return { ...word, confidence: Math.min(word.confidence, UNCONFIRMED_CONFIDENCE) };
  return { ...word, text: best.value, confidence: toConfidence(best) };
}

/** OCR passes: each language data recognizes small characters best at the height of its training data. */
const OCR_PASSES = [
  ['eng', 40],
  ['spa', 28],
  ['eng', 22],
  ['spa', 22],
] as const;
/** Confidence of an id on which readings disagree, or that has no known format. */
const UNCONFIRMED_CONFIDENCE = 0.5;

/** True when further readings need not follow. The elector key has no check digit, so that the readings must agree. */
function isSettled({ kind, isVerified, doubts }: CorrectedId): boolean {
  return kind === 'electorKey' ? doubts === 0 : isVerified && doubts <= 2;
}

/** Confidences measured with `npm run bench -- --only extraction-quality`. */
function toConfidence({ isVerified, doubts, isDateConfirmed }: CorrectedId): number {
  if (doubts === 0) return isVerified ? 0.98 : 0.88;
  if (!isVerified) return UNCONFIRMED_CONFIDENCE;
  if (doubts === 1) return 0.93;
  return isDateConfirmed ? 0.85 : 0.8;
}

/** Returns the dates on the page as `YYMMDD`, as in ids: printed dates, and the dates of other ids. */
function findDates(texts: readonly string[]): Set<string> {
  const printedDates = texts
    .join(' ')
    .matchAll(/(?<!\d)(\d{2})[/ .-](\d{2})[/ .-](?:19|20)(\d{2})(?!\d)/g);
  const datesOfIds = texts.flatMap((text) => /^[A-ZÑ&]{3,6}(\d{6})/.exec(text)?.[1] ?? []);
  return new Set([
    ...datesOfIds,
    ...[...printedDates].map(([, day, month, year]) => `${year}${month}${day}`),
  ]);
}
