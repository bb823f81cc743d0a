import { describe, expect, it } from 'vitest';
import { openPdf } from '../../../src/extraction/pdf/open-pdf.ts';
import type { GrayImage } from '../../../src/extraction/pictures/gray-image.ts';
import type { OcrEngine, RecognizedWord } from '../../../src/extraction/pictures/ocr-engine.ts';
import { readScannedPdf } from '../../../src/extraction/pictures/read-scanned-pdf.ts';
import { assemblePdf } from '../../support/data/documents.ts';

function page(more: string, size = '595 842'): string {
  return `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${size}] ${more} >>`;
}

/** A page without anything on it, and two full of bars. */
function makeBlankAndFull(): Buffer<ArrayBuffer> {
  const bars = Array.from({ length: 200 }, (_, at) => `40 ${20 + at * 4} 500 2 re f`).join(' ');
  return assemblePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 3 /Kids [3 0 R 4 0 R 6 0 R] >>',
    page(''),
    page('/Contents 5 0 R'),
    `<< /Length ${bars.length} >>\nstream\n${bars}\nendstream`,
    page('/Contents 5 0 R', '842 842'),
  ]);
}

async function open() {
  const pdf = await openPdf(makeBlankAndFull());
  if (pdf === undefined) throw new Error('It is not encrypted.');
  return pdf;
}

async function stuck(): Promise<never> {
  return await new Promise(() => undefined);
}

const now = (): number => performance.now();

/** One that never comes to an end. */
function makeStuckEngine(): OcrEngine & { closed: number } {
  const readers = {
    readWords: stuck,
    readLine: stuck,
    readMrzLines: stuck,
    readAlphanumeric: stuck,
  };
  const engine = { closed: 0, ...readers };
  const close = async (): Promise<void> => {
    result.closed += 1;
    await Promise.resolve();
  };
  const result = { ...engine, close };
  return result;
}

/** As long as what is taken for text. */
const [SLOW, QUICK] = ['slow'.repeat(4), 'quick'.repeat(3)];

/** One that has read a page taller than wide when it has read one that is square. */
function makeQuickEngine(): OcrEngine {
  const quick = Promise.withResolvers<void>();
  const readWords = async ({ width, height }: GrayImage): Promise<RecognizedWord[]> => {
    const text = width < height ? SLOW : QUICK;
    if (text === SLOW) await quick.promise;
    else quick.resolve();
    return [{ text, confidence: 0.9, left: 10, top: 10, width: 200, height: 30 }];
  };
  return { ...makeStuckEngine(), readWords };
}

describe('a scan that is not read in time', () => {
  it('keeps what was read of it, gives up the page that takes too long, and its engine', async () => {
    const pdf = await open();
    const engine = makeStuckEngine();
    let told = 0;
    const onPage = (): void => void (told += 1);
    // The time is over once the blank page is read; the other one never is.
    const bounds = { now: () => told, until: Infinity, end: 1 };
    const found = await readScannedPdf({ pdf, pages: [1, 2], onPage, bounds }, engine);
    expect([told, found.notes, engine.closed]).toEqual([1, ['timed_out'], 1]);
    await pdf.loadingTask.destroy();
  });

  it('is begun no further once its time is over, and its engine lives', async () => {
    const pdf = await open();
    const engine = makeStuckEngine();
    const bounds = { now, until: now() - 1, end: Infinity };
    const found = await readScannedPdf({ pdf, pages: [1, 2], bounds }, engine);
    expect([found.pages, found.notes, engine.closed]).toEqual([[], ['timed_out'], 0]);
    await pdf.loadingTask.destroy();
  });

  it('gives its pages in their order, whichever was read first', async () => {
    const pdf = await open();
    const found = await readScannedPdf({ pdf, pages: [2, 3] }, makeQuickEngine());
    expect(found.pages.map(({ number, text }) => [number, text])).toEqual([
      [2, SLOW],
      [3, QUICK],
    ]);
    await pdf.loadingTask.destroy();
  });
});
