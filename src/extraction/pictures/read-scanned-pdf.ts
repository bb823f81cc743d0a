import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type {
  ReadCode,
  ReadMrz,
  ReadNote,
  ReadPage,
} from '../../domain/extraction/read-document.ts';
import type { GrayPicture } from './gray-picture.ts';
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
  /** By `performance.now()`: pages that are not begun by then are left off. */
  until?: number;
  /** The same: a page that is not read by then is given up, and its engine with it. */
  end?: number;
};

export type PicturesOfPdf = {
  pages: ReadPage[];
  codes: ReadCode[];
  mrz: ReadMrz | null;
  notes: ReadNote[];
};

/** So small a picture shows whether there is anything on a page at all. */
const GLANCE_LONG_SIDE = 400;

/** Draws pages of a PDF and reads them as pictures; whatever ends it early, what was read until then is kept. */
export async function readScannedPdf(
  { pdf, pages, onPage, until = Infinity, end = Infinity }: PagesToRead,
  engine: TextEngine,
): Promise<PicturesOfPdf> {
  const found: PicturesOfPdf = { pages: [], codes: [], mrz: null, notes: [] };
  const pace = createPagePace({ pageCount: pages.length, until });
  let likely: number | undefined;
  for (const number of pages) {
    const manner = pace.next();
    const page = { pdf, number, likely, isCoarse: manner === 'coarse' };
    const read = manner === 'not' ? LATE : await before(end, readOne(page, engine));
    if (read === LATE) {
      addNotes(found, ['timed_out']);
      if (manner !== 'not') await engine.close();
      break;
    }
    add(found, read);
    likely = read.quarter ?? likely;
    pace.done(manner);
    onPage?.();
  }
  return found;
}

/** What there was on one page; `quarter` is how it had to be turned. */
type OnePage = { notes: ReadNote[] } & Partial<PictureOfPage>;
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
  const draw = async (longSide: number): Promise<GrayPicture | null> =>
    await renderPage(pdf, { number, longSide }).catch(() => null);
  const glance = await draw(GLANCE_LONG_SIDE);
  if (glance !== null && isBlank(glance)) return { notes: [] };
  const picture = glance && (await draw(isCoarse ? COARSE_LONG_SIDE : LONG_SIDE));
  if (picture === null) return { notes: ['partly_unreadable'] };
  const read = await readPage({ picture, original: picture, number, likely, isCoarse }, engine);
  return { ...read, notes: isCoarse ? [...read.notes, 'read_coarsely'] : read.notes };
}

const LATE = Symbol('late');

async function before<T>(end: number, work: Promise<T>): Promise<T | typeof LATE> {
  if (end === Infinity) return await work;
  const { promise, resolve } = Promise.withResolvers<typeof LATE>();
  const timer = setTimeout(() => resolve(LATE), Math.max(0, end - performance.now()));
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

function isBlank({ data }: GrayPicture): boolean {
  return data.every((value) => value > 235);
}

function add(found: PicturesOfPdf, { page, codes = [], mrz, notes }: OnePage): void {
  if (page !== undefined) found.pages.push(page);
  found.codes.push(...codes);
  found.mrz ??= mrz ?? null;
  addNotes(found, notes);
}

function addNotes({ notes }: PicturesOfPdf, more: readonly ReadNote[]): void {
  notes.push(...more.filter((note) => !notes.includes(note)));
}
