import type { ReadMrz } from '../../domain/extraction/read-document.ts';
import { type CorrectedMrz, correctMrz } from './correct-mrz.ts';
import type { GrayPicture, Region } from './gray-picture.ts';
import { crop, resize } from './open-picture.ts';
import type { SeenWord, TextEngine } from './text-engine.ts';

type Lines = readonly (readonly SeenWord[])[];
type Reading = { mrz: CorrectedMrz; confidence: number };

/** Heights in dots that the signs are brought to, in the order in which they are tried until the check digits are right. */
const SIGN_HEIGHTS = [32, 44, 24];
/** What stands without a check digit, the name, is sure only where two readings say the same. */
const CONFIDENCE = { agreed: 0.98, valid: 0.85, wrong: 0.4 };

/** The lines for machines on a picture that lies straight; null where there are none. */
export async function readMrz(
  { picture, lines, page }: { picture: GrayPicture; lines: Lines; page: number },
  engine: TextEngine,
): Promise<ReadMrz | null> {
  const found = findZone(lines, picture);
  if (found === undefined) return null;
  const zone = await crop(picture, found.region);
  // The page's own reading knows fillers best, those of the zone alone know letters from digits.
  const readings: Reading[] = [];
  const asPage = correctMrz(lines.map(signsOf));
  if (asPage !== undefined) readings.push({ mrz: asPage, confidence: 0.5 });
  for (const height of SIGN_HEIGHTS) {
    const scaled = await resize(zone, height / found.signHeight);
    const read = await engine.readMachineLines(scaled);
    const mrz = correctMrz(read.lines);
    if (mrz !== undefined) readings.push({ mrz, confidence: read.confidence });
    if (agreed(readings) !== undefined) break;
  }
  return choose(readings, page);
}

function choose(readings: readonly Reading[], page: number): ReadMrz | null {
  const sure = agreed(readings);
  if (sure !== undefined) return { lines: sure.mrz.lines, page, confidence: CONFIDENCE.agreed };
  const [best] = readings.toSorted(
    (one, other) =>
      Number(other.mrz.isValid) - Number(one.mrz.isValid) || other.confidence - one.confidence,
  );
  if (best === undefined) return null;
  const confidence = best.mrz.isValid ? CONFIDENCE.valid : CONFIDENCE.wrong;
  return { lines: best.mrz.lines, page, confidence };
}

/** A reading with right check digits that another reading says too. */
function agreed(readings: readonly Reading[]): Reading | undefined {
  return readings.find(
    ({ mrz }, at) =>
      mrz.isValid &&
      readings.some((other, place) => place > at && other.mrz.lines.join() === mrz.lines.join()),
  );
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
