import { type CorrectedId, correctId, looksLikeId } from '../../../domain/extraction/correct-id.ts';
import type { GrayPicture } from '../gray-picture.ts';
import { cropAround, resize } from '../open-picture.ts';
import type { SeenWord, TextEngine } from '../text-engine.ts';

/** More are not read twice: no document has as many. */
const MOST_IDS = 8;

/**
 * Reads what looks like an id a second time, with other data and as capitals and digits only. Where letters and digits were
 * taken for each other the form tells which it is; how sure a word is afterwards says whether both readings agree.
 */
export async function confirmIds(
  words: readonly SeenWord[],
  picture: GrayPicture,
  engine: TextEngine,
): Promise<SeenWord[]> {
  const ids = words.filter(({ text }) => looksLikeId(text)).slice(0, MOST_IDS);
  const confirmed = new Map<SeenWord, SeenWord>();
  for (const word of ids) {
    const { cut } = await cropAround(picture, word);
    const others = words.filter((other) => other !== word).map(({ text }) => text);
    confirmed.set(word, await confirm({ word, cut, days: daysIn(others) }, engine));
  }
  return words.map((word) => confirmed.get(word) ?? word);
}

type Seen = { word: SeenWord; cut: GrayPicture; days: ReadonlySet<string> };

/** Once more only where the readings until then leave it open. */
async function confirm({ word, cut, days }: Seen, engine: TextEngine): Promise<SeenWord> {
  const readings = [word.text];
  for (const [language, height] of READINGS) {
    readings.push(await engine.readSigns(await resize(cut, height / word.height), language));
    const mended = correctId(readings, days);
    if (mended !== undefined && isSettled(mended))
      return { ...word, text: mended.value, confidence: sureness(mended) };
  }
  const mended = correctId(readings, days);
  if (mended === undefined) return { ...word, confidence: Math.min(word.confidence, UNSURE) };
  return { ...word, text: mended.value, confidence: sureness(mended) };
}

/** Small signs are told apart best at the height that the engine was taught with, each data at its own. */
const READINGS = [
  ['eng', 40],
  ['spa', 28],
  ['eng', 22],
  ['spa', 22],
] as const;
const UNSURE = 0.5;

function isSettled({ kind, isVerified: isProven, doubts }: CorrectedId): boolean {
  return kind === 'electorKey' ? doubts === 0 : isProven && doubts <= 2;
}

/** Measured with `npm run bench -- --only extraction-quality`. */
function sureness({
  isVerified: isProven,
  doubts,
  isDateConfirmed: isKnownDay,
}: CorrectedId): number {
  if (doubts === 0) return isProven ? 0.98 : 0.88;
  if (!isProven) return UNSURE;
  if (doubts === 1) return 0.93;
  return isKnownDay ? 0.85 : 0.8;
}

/** The days that a page says outside of one word, as ids write them: `YYMMDD`. */
function daysIn(texts: readonly string[]): Set<string> {
  const days = texts.join(' ').matchAll(/(?<!\d)(\d{2})[/ .-](\d{2})[/ .-](?:19|20)(\d{2})(?!\d)/g);
  const inIds = texts.flatMap((text) => /^[A-ZÑ&]{3,6}(\d{6})/.exec(text)?.[1] ?? []);
  return new Set([...inIds, ...[...days].map(([, day, month, year]) => `${year}${month}${day}`)]);
}
