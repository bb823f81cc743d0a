import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type {
  Barcode,
  ContentNote,
  MrzReading,
  PageContent,
} from '../../domain/extraction/document-content.ts';
import type { GrayImage } from './gray-image.ts';
import { LONG_SIDE_FOR_COARSE_OCR, LONG_SIDE_FOR_OCR } from './image-limits.ts';
import type { OcrEngine } from './ocr-engine.ts';
import { resize } from './open-image.ts';
import { createPageScheduler } from './page-scheduler.ts';
import { type PageImageContent, readPage } from './read-page.ts';
import { renderPage } from './render-pdf.ts';

export type ScannedPdf = {
  pdf: PDFDocumentProxy;
  /** Numbers of the pages to read by OCR, from 1. */
  pages: readonly number[];
  /** Called after each page. */
  onPage?: () => void;
  bounds?: ScanBounds;
};

/** Time limits in milliseconds of `now`. */
export type ScanBounds = {
  now: () => number;
  /** Time after which no further page is started. */
  until: number;
  /** Time at which a page that is still being read is abandoned, with its OCR engine. */
  end: number;
};

const UNBOUNDED: ScanBounds = { now: () => performance.now(), until: Infinity, end: Infinity };

export type ScannedContent = {
  pages: PageContent[];
  codes: Barcode[];
  mrz: MrzReading | null;
  notes: ContentNote[];
};

/** Long side at which a blank page is distinguished from one with content, despite specks. */
const BLANK_CHECK_LONG_SIDE = 400;

/** Number of pages that are read concurrently: one is rendered during the OCR of another. */
const CONCURRENCY = 2;

/**
 * Renders pages of a PDF and reads them by OCR. Blank pages are omitted. When a time limit ends the reading early,
 * returns the pages that were read and the note `timed_out`.
 */
export async function readScannedPdf(
  { pdf, pages, onPage, bounds = UNBOUNDED }: ScannedPdf,
  engine: OcrEngine,
): Promise<ScannedContent> {
  const scheduler = createPageScheduler(
    { pageCount: pages.length, until: bounds.until },
    bounds.now,
  );
  const results = new Map<number, PageResult>();
  const pending = pages.values();
  let expectedQuarter: number | undefined;
  const stopReasons = new Set<'late' | 'stuck'>();
  const readPending = async (): Promise<void> => {
    for (const number of pending) {
      const quality = scheduler.startPage();
      if (quality === 'skipped') return void stopReasons.add('late');
      const page = { pdf, number, expectedQuarter, isCoarse: quality === 'coarse' };
      const result = await waitUntilEnd(bounds, renderAndRead(page, engine));
      if (result === TIMED_OUT) return void stopReasons.add('stuck');
      results.set(number, result);
      expectedQuarter = result.quarter ?? expectedQuarter;
      scheduler.recordPage(quality);
      onPage?.();
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, readPending));
  if (stopReasons.has('stuck')) await engine.close();
  const timedOut: PageResult[] = stopReasons.size === 0 ? [] : [{ notes: ['timed_out'] }];
  return mergeResults([...pages.flatMap((number) => results.get(number) ?? []), ...timedOut]);
}

/** Result of one page; notes only when it is blank or was not read. */
type PageResult = { notes: ContentNote[] } & Partial<PageImageContent>;
type PageToRender = {
  pdf: PDFDocumentProxy;
  number: number;
  expectedQuarter: number | undefined;
  isCoarse: boolean;
};

/** Renders and reads a page. A page that cannot be rendered does not affect the others. */
async function renderAndRead(
  { pdf, number, expectedQuarter, isCoarse }: PageToRender,
  engine: OcrEngine,
): Promise<PageResult> {
  const longSide = isCoarse ? LONG_SIDE_FOR_COARSE_OCR : LONG_SIDE_FOR_OCR;
  const image = await renderPage(pdf, { number, longSide }).catch(() => null);
  if (image === null) return { notes: ['partly_unreadable'] };
  if (isBlank(await resize(image, BLANK_CHECK_LONG_SIDE / longSide))) return { notes: [] };
  const content = await readPage(
    { image, original: image, number, expectedQuarter, isCoarse },
    engine,
  );
  return { ...content, notes: isCoarse ? [...content.notes, 'read_coarsely'] : content.notes };
}

const TIMED_OUT = Symbol('timed out');
/** Interval at which the time limit is checked: the time that counts includes CPU time, which no timer measures. */
const CHECK_INTERVAL_MS = 250;

async function waitUntilEnd<T>(
  { now, end }: ScanBounds,
  work: Promise<T>,
): Promise<T | typeof TIMED_OUT> {
  const { promise, resolve } = Promise.withResolvers<typeof TIMED_OUT>();
  const timer = setInterval(() => {
    if (now() >= end) resolve(TIMED_OUT);
  }, CHECK_INTERVAL_MS);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearInterval(timer);
  }
}

function isBlank({ data }: GrayImage): boolean {
  return data.every((value) => value > 235);
}

/** Merges the results of pages, with the first machine-readable zone. */
function mergeResults(results: readonly PageResult[]): ScannedContent {
  return {
    pages: results.flatMap(({ page }) => page ?? []),
    codes: results.flatMap(({ codes = [] }) => codes),
    mrz: results.find(({ mrz }) => (mrz ?? null) !== null)?.mrz ?? null,
    notes: [...new Set(results.flatMap(({ notes }) => notes))],
  };
}
