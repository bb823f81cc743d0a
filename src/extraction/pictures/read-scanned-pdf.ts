import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type {
  Barcode,
  ContentNote,
  MrzReading,
  PageContent,
} from '../../domain/extraction/document-content.ts';
import type { GrayPicture } from './gray-picture.ts';
import { resize } from './open-picture.ts';
import { createPagePace } from './page-pace.ts';
import { COARSE_LONG_SIDE, LONG_SIDE } from './picture-limits.ts';
import { type PictureOfPage, readPage } from './read-page.ts';
import { renderPage } from './render-pdf.ts';
import type { TextEngine } from './text-engine.ts';

export type PagesToRead = {
  pdf: PDFDocumentProxy;
  /** Numbers from 1 of the pages to read as pictures. */
  pages: readonly number[];
  /** Told after each of the pages. */
  onPage?: () => void;
  bounds?: ScanBounds;
};

/** In milliseconds of `now`. */
export type ScanBounds = {
  now: () => number;
  /** Pages that are not begun by then are left off. */
  until: number;
  /** A page that is not read by then is given up, and its engine with it. */
  end: number;
};

const UNBOUNDED: ScanBounds = { now: () => performance.now(), until: Infinity, end: Infinity };

export type PicturesOfPdf = {
  pages: PageContent[];
  codes: Barcode[];
  mrz: MrzReading | null;
  notes: ContentNote[];
};

/** So small a picture shows whether there is anything on a page but specks. */
const GLANCE_LONG_SIDE = 400;

/** Pages that are read at once: while the letters of one are read another is drawn. */
const LANES = 2;

/** Draws pages of a PDF and reads them as pictures; whatever ends it early, what was read until then is kept. */
export async function readScannedPdf(
  { pdf, pages, onPage, bounds = UNBOUNDED }: PagesToRead,
  engine: TextEngine,
): Promise<PicturesOfPdf> {
  const pace = createPagePace({ pageCount: pages.length, until: bounds.until }, bounds.now);
  const read = new Map<number, OnePage>();
  const waiting = pages.values();
  let likely: number | undefined;
  const ends = new Set<'late' | 'stuck'>();
  const readOn = async (): Promise<void> => {
    for (const number of waiting) {
      const manner = pace.next();
      if (manner === 'not') return void ends.add('late');
      const page = { pdf, number, likely, isCoarse: manner === 'coarse' };
      const one = await before(bounds, readOne(page, engine));
      if (one === LATE) return void ends.add('stuck');
      read.set(number, one);
      likely = one.quarter ?? likely;
      pace.done(manner);
      onPage?.();
    }
  };
  await Promise.all(Array.from({ length: LANES }, readOn));
  if (ends.has('stuck')) await engine.close();
  const late: OnePage[] = ends.size === 0 ? [] : [{ notes: ['timed_out'] }];
  return inOrder([...pages.flatMap((number) => read.get(number) ?? []), ...late]);
}

/** What there was on one page; `quarter` is how it had to be turned. */
type OnePage = { notes: ContentNote[] } & Partial<PictureOfPage>;
type PageToDraw = {
  pdf: PDFDocumentProxy;
  number: number;
  likely: number | undefined;
  isCoarse: boolean;
};

/** A page that cannot be drawn leaves the others as they are. */
async function readOne(
  { pdf, number, likely, isCoarse }: PageToDraw,
  engine: TextEngine,
): Promise<OnePage> {
  const longSide = isCoarse ? COARSE_LONG_SIDE : LONG_SIDE;
  const picture = await renderPage(pdf, { number, longSide }).catch(() => null);
  if (picture === null) return { notes: ['partly_unreadable'] };
  if (isBlank(await resize(picture, GLANCE_LONG_SIDE / longSide))) return { notes: [] };
  const read = await readPage({ picture, original: picture, number, likely, isCoarse }, engine);
  return { ...read, notes: isCoarse ? [...read.notes, 'read_coarsely'] : read.notes };
}

const LATE = Symbol('late');
const LOOK_MS = 250;

async function before<T>({ now, end }: ScanBounds, work: Promise<T>): Promise<T | typeof LATE> {
  const { promise, resolve } = Promise.withResolvers<typeof LATE>();
  const timer = setInterval(() => {
    if (now() >= end) resolve(LATE);
  }, LOOK_MS);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearInterval(timer);
  }
}

function isBlank({ data }: GrayPicture): boolean {
  return data.every((value) => value > 235);
}

/** Of several zones the first. */
function inOrder(read: readonly OnePage[]): PicturesOfPdf {
  return {
    pages: read.flatMap(({ page }) => page ?? []),
    codes: read.flatMap(({ codes = [] }) => codes),
    mrz: read.find(({ mrz }) => (mrz ?? null) !== null)?.mrz ?? null,
    notes: [...new Set(read.flatMap(({ notes }) => notes))],
  };
}
