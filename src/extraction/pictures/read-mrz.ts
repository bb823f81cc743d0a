import type { MrzReading } from '../../domain/extraction/document-content.ts';
import { mergeMrz } from '../../domain/extraction/merge-mrz.ts';
import type { GrayImage, Region } from './gray-image.ts';
import type { OcrEngine, OcrLanguage, RecognizedWord } from './ocr-engine.ts';
import { crop, resize } from './open-image.ts';

type Lines = readonly (readonly RecognizedWord[])[];

/**
 * Character heights in pixels and language data of the OCR passes: the English data is best for digits, the Spanish
 * for fillers. Passes continue until check digits are correct and two readings of the name agree.
 */
const OCR_PASSES: readonly { height: number; language: OcrLanguage }[] = [
  { height: 32, language: 'eng' },
  { height: 30, language: 'spa' },
  { height: 44, language: 'eng' },
  { height: 38, language: 'spa' },
];
/** Confidence of a zone: two readings agree, all check digits are correct, or one is wrong. */
const CONFIDENCE = { agreed: 0.98, verified: 0.85, wrong: 0.4 };

/** Reads the machine-readable zone (MRZ) of a deskewed image. Returns null when there is none. */
export async function readMrz(
  { image, lines, page }: { image: GrayImage; lines: Lines; page: number },
  engine: OcrEngine,
): Promise<MrzReading | null> {
  const zone = findZone(lines, image);
  if (zone === undefined) return null;
  const zoneImage = await crop(image, zone.region);
  const readings: string[][] = [lines.map(toMrzText)];
  let merged = mergeMrz(readings);
  for (const { height, language } of OCR_PASSES) {
    if (merged?.isVerified === true && merged.isAgreed) break;
    const scaled = await resize(zoneImage, height / zone.characterHeight);
    readings.push(await engine.readMrzLines(scaled, language));
    merged = mergeMrz(readings);
  }
  if (merged === undefined) return null;
  const verified = merged.isAgreed ? CONFIDENCE.agreed : CONFIDENCE.verified;
  return { lines: merged.lines, page, confidence: merged.isVerified ? verified : CONFIDENCE.wrong };
}

/** Finds the zone: long lines with fillers and the area directly above and below them. */
function findZone(
  lines: Lines,
  { width, height }: GrayImage,
): { region: Region; characterHeight: number } | undefined {
  const candidates = lines.filter(isMrzLine);
  if (candidates.length === 0) return undefined;
  const words = candidates.flat();
  const heights = words.map((word) => word.height).toSorted((first, second) => first - second);
  const characterHeight = heights[Math.floor(heights.length / 2)] ?? 30;
  const tops = words.map(({ top }) => top);
  const bottoms = words.map((word) => word.top + word.height);
  // A card has three lines, of which OCR may have missed some: adds space for two more.
  const margin = candidates.length >= 3 ? characterHeight : characterHeight * 5;
  const top = Math.max(0, Math.floor(Math.min(...tops) - margin));
  const bottom = Math.min(height, Math.ceil(Math.max(...bottoms) + margin));
  return { region: { left: 0, top, width, height: bottom - top }, characterHeight };
}

function toMrzText(words: readonly RecognizedWord[]): string {
  const text = words.map((word) => word.text).join('');
  return text.replace(/[«‹]/g, '<').replace(/></g, '<').toUpperCase();
}

/** Minimum length of a line of a zone, of which OCR may have missed the end: lines have 30 or 44 characters. */
const LINE_LENGTH_MIN = 18;
function isMrzLine(words: readonly RecognizedWord[]): boolean {
  const text = toMrzText(words);
  if (text.length < LINE_LENGTH_MIN) return false;
  const mrzCharacters = text.match(/[A-Z0-9<]/g)?.length ?? 0;
  return mrzCharacters >= text.length * 0.85 && (/<.*</.test(text) || /^(IDMEX|P.?MEX)/.test(text));
}
