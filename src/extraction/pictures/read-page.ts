import type {
  Barcode,
  ContentNote,
  MrzReading,
  PageContent,
} from '../../domain/extraction/document-content.ts';
import { confirmIds } from './codes/confirm-ids.ts';
import { readCodes } from './codes/read-codes.ts';
import { withoutCodes } from './codes/without-codes.ts';
import { type EvenPicture, evenLight } from './even-light.ts';
import { findSlant, type Turns } from './find-slant.ts';
import type { GrayPicture } from './gray-picture.ts';
import { turn } from './open-picture.ts';
import { orderWords } from './order-words.ts';
import { MIN_SHARPNESS } from './picture-limits.ts';
import { placeBack } from './place-back.ts';
import { readMrz } from './read-mrz.ts';
import { readUnread } from './read-unread.ts';
import { sharpnessOf } from './sharpness.ts';
import type { SeenWord, TextEngine } from './text-engine.ts';

/** What is on the picture of a page. */
export type PictureOfPage = {
  page: PageContent;
  codes: Barcode[];
  mrz: MrzReading | null;
  notes: ContentNote[];
  /** By how many quarters of a turn it had to be turned, 0 to 3; undefined where no letters were read. */
  quarter?: number;
};

type PageToRead = {
  picture: GrayPicture | null;
  original: GrayPicture;
  number: number;
  /** How pages before it had to be turned. */
  likely?: number | undefined;
  /** Whether there is no time for what helps little. */
  isCoarse?: boolean;
};

/** Codes are looked for in any picture, letters in one that is worth reading. */
export async function readPage(
  { picture, original, number, likely, isCoarse = false }: PageToRead,
  engine: TextEngine,
): Promise<PictureOfPage> {
  const nothing: PageContent = { number, source: 'ocr', text: '', words: [] };
  if (picture === null) {
    const codes = await readCodes(original, number);
    return { page: nothing, codes, mrz: null, notes: [] };
  }
  const light = await evenLight(picture);
  const { even } = light;
  const codes = await (isCoarse ? readCodes(even, number) : findCodes(light, original, number));
  if (sharpnessOf(even) < MIN_SHARPNESS)
    return { page: nothing, codes, mrz: null, notes: ['picture_blurred'] };
  const clear = withoutCodes(even, codes);
  const upright = await readUpright(clear, { likely, isCoarse }, engine);
  const { straight, degrees } = upright;
  const words = isCoarse ? upright.words : await readUnread(straight, upright.words, engine);
  const lines = orderWords(await confirmIds(words, straight, engine));
  const place = { turned: straight, shown: picture, degrees };
  const page: PageContent = {
    number,
    source: 'ocr',
    text: lines.map((line) => line.map(({ text }) => text).join(' ')).join('\n'),
    words: lines.flat().map((word) => ({
      text: word.text,
      confidence: word.confidence,
      box: placeBack(word, place),
    })),
  };
  const mrz = await readMrz({ picture: straight, lines, page: number }, engine);
  return { page, codes, mrz, notes: [], quarter: quarterOf(degrees) };
}

/** As it came and in even light: each finds what the other does not, unless they are as good as the same. */
async function findCodes(
  { even, isPlain }: EvenPicture,
  original: GrayPicture,
  page: number,
): Promise<Barcode[]> {
  const asItCame = await readCodes(original, page);
  if (isPlain) return asItCame;
  const inEvenLight = await readCodes(even, page);
  const known = new Set(asItCame.map(({ text }) => text));
  return [...asItCame, ...inEvenLight.filter(({ text }) => !known.has(text))];
}

type Upright = { straight: GrayPicture; degrees: number; words: SeenWord[] };

/** Below it a page is read the other ways round as well. */
const READS_WELL = 0.72;

/** How lines lie tells neither which side is up nor what a page with few lines is like: how well it reads does. */
async function readUpright(
  even: GrayPicture,
  { likely, isCoarse }: Pick<PageToRead, 'likely' | 'isCoarse'>,
  engine: TextEngine,
): Promise<Upright> {
  const turns = likelyFirst(await findSlant(even), likely);
  let best: Upright | undefined;
  for (const degrees of isCoarse === true ? turns.slice(0, COARSE_TURNS) : turns) {
    const read = await readAt(even, degrees, engine);
    if (best === undefined || weightOf(read.words) > weightOf(best.words)) best = read;
    if (qualityOf(best.words) >= READS_WELL) break;
  }
  return best ?? { straight: even, degrees: 0, words: [] };
}

/** Of the two ways in which the lines may lie the one in which they lay before. */
function likelyFirst([one, other, ...rest]: Turns, likely: number | undefined): Turns {
  if (one === undefined || other === undefined) return [];
  return quarterOf(other) === likely ? [other, one, ...rest] : [one, other, ...rest];
}

const COARSE_TURNS = 2;

function quarterOf(degrees: number): number {
  return (Math.round(degrees / 90) + 4) % 4;
}

async function readAt(even: GrayPicture, degrees: number, engine: TextEngine): Promise<Upright> {
  const straight = Math.abs(degrees) < 0.1 ? even : await turn(even, degrees);
  return { straight, degrees, words: await engine.readWords(straight) };
}

/** Of words of three letters and more, for specks are read as short ones. */
function qualityOf(words: readonly SeenWord[]): number {
  const long = words.filter(({ text }) => /[\p{L}\d]{3,}/u.test(text));
  const letters = long.reduce((sum, { text }) => sum + text.length, 0);
  return letters < 12 ? 0 : weightOf(long) / letters;
}

function weightOf(words: readonly SeenWord[]): number {
  return words
    .filter(({ text, confidence }) => confidence > 0.5 && /[\p{L}\d]{3,}/u.test(text))
    .reduce((sum, { text, confidence }) => sum + text.length * confidence, 0);
}
