import { looksLikeId, type MendedId, mendId } from '../../domain/extraction/mend-id.ts';
import type { GrayPicture, Region } from './gray-picture.ts';
import { crop, resize } from './open-picture.ts';
import type { SeenWord, TextEngine } from './text-engine.ts';

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
    const cut = await crop(picture, around(word, picture));
    confirmed.set(word, await confirm(word, cut, engine));
  }
  return words.map((word) => confirmed.get(word) ?? word);
}

/** A third time only where two readings leave it open. */
async function confirm(word: SeenWord, cut: GrayPicture, engine: TextEngine): Promise<SeenWord> {
  const readings = [word.text];
  for (const [language, height] of READINGS) {
    readings.push(await engine.readSigns(await resize(cut, height / word.height), language));
    const mended = mendId(readings);
    if (mended?.isProven === true || (mended?.doubts === 0 && mended.kind === 'electorKey'))
      return { ...word, text: mended.value, confidence: sureness(mended) };
  }
  const mended = mendId(readings);
  if (mended === undefined) return { ...word, confidence: Math.min(word.confidence, UNSURE) };
  return { ...word, text: mended.value, confidence: sureness(mended) };
}

const READINGS = [
  ['eng', 40],
  ['spa', 32],
] as const;
const UNSURE = 0.5;

/** Measured with `npm run bench -- --only extraction-quality`. */
function sureness({ isProven, doubts }: MendedId): number {
  if (doubts === 0) return isProven ? 0.98 : 0.88;
  if (isProven) return doubts === 1 ? 0.93 : 0.8;
  return UNSURE;
}

function around({ left, top, width, height }: SeenWord, picture: GrayPicture): Region {
  const margin = Math.round(height * 0.35);
  const [x, y] = [Math.max(0, left - margin), Math.max(0, top - margin)];
  return {
    left: x,
    top: y,
    width: Math.min(picture.width - x, width + 2 * margin),
    height: Math.min(picture.height - y, height + 2 * margin),
  };
}
