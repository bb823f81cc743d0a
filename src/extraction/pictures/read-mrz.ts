import type { MrzReading } from '../../domain/extraction/document-content.ts';
import { mergeMrz } from '../../domain/extraction/merge-mrz.ts';
import type { GrayPicture, Region } from './gray-picture.ts';
import { crop, resize } from './open-picture.ts';
import type { Language, SeenWord, TextEngine } from './text-engine.ts';

type Lines = readonly (readonly SeenWord[])[];

/**
 * Heights in dots that the signs are brought to, and the data that they are read with then: the English knows digits best,
 * the Spanish fillers. In this order until the check digits are right and the name was read twice.
 */
const READINGS: readonly { height: number; language: Language }[] = [
  { height: 32, language: 'eng' },
  { height: 30, language: 'spa' },
  { height: 44, language: 'eng' },
  { height: 38, language: 'spa' },
];
const CONFIDENCE = { agreed: 0.98, sound: 0.85, wrong: 0.4 };

/** The lines for machines on a picture that lies straight; null where there are none. */
export async function readMrz(
  { picture, lines, page }: { picture: GrayPicture; lines: Lines; page: number },
  engine: TextEngine,
): Promise<MrzReading | null> {
  const found = findZone(lines, picture);
  if (found === undefined) return null;
  const zone = await crop(picture, found.region);
  const readings: string[][] = [lines.map(signsOf)];
  let merged = mergeMrz(readings);
  for (const { height, language } of READINGS) {
    if (merged?.isVerified === true && merged.isAgreed) break;
    const scaled = await resize(zone, height / found.signHeight);
    readings.push(await engine.readMachineLines(scaled, language));
    merged = mergeMrz(readings);
  }
  if (merged === undefined) return null;
  const sound = merged.isAgreed ? CONFIDENCE.agreed : CONFIDENCE.sound;
  return { lines: merged.lines, page, confidence: merged.isVerified ? sound : CONFIDENCE.wrong };
}

/** Long lines with fillers, and what stands right above or below such a line. */
function findZone(
  lines: Lines,
  { width, height }: GrayPicture,
): { region: Region; signHeight: number } | undefined {
  const candidates = lines.filter(isMachineLine);
  if (candidates.length === 0) return undefined;
  const words = candidates.flat();
  const heights = words.map((word) => word.height).toSorted((one, other) => one - other);
  const signHeight = heights[Math.floor(heights.length / 2)] ?? 30;
  const tops = words.map(({ top }) => top);
  const bottoms = words.map((word) => word.top + word.height);
  // A card has three lines, of which one may have been missed: there is room for two more.
  const reach = candidates.length >= 3 ? signHeight : signHeight * 5;
  const top = Math.max(0, Math.floor(Math.min(...tops) - reach));
  const bottom = Math.min(height, Math.ceil(Math.max(...bottoms) + reach));
  return { region: { left: 0, top, width, height: bottom - top }, signHeight };
}

function signsOf(words: readonly SeenWord[]): string {
  const text = words.map((word) => word.text).join('');
  return text.replace(/[«‹]/g, '<').replace(/></g, '<').toUpperCase();
}

function isMachineLine(words: readonly SeenWord[]): boolean {
  const text = signsOf(words);
  if (text.length < 18) return false;
  const signs = text.match(/[A-Z0-9<]/g)?.length ?? 0;
  return signs >= text.length * 0.85 && (/<.*</.test(text) || /^(IDMEX|P.?MEX)/.test(text));
}
