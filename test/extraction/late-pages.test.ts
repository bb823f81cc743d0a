import { describe, expect, it } from 'vitest';
import { openPdf } from '../../src/extraction/open-pdf.ts';
import { readScannedPdf } from '../../src/extraction/pictures/read-scanned-pdf.ts';
import type { TextEngine } from '../../src/extraction/pictures/text-engine.ts';
import { assemblePdf } from '../support/documents.ts';

function page(more: string): string {
  return `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ${more} >>`;
}

/** A page without anything on it, and one full of bars. */
function makeBlankAndFull(): Buffer<ArrayBuffer> {
  const bars = Array.from({ length: 200 }, (_, at) => `40 ${20 + at * 4} 500 2 re f`).join(' ');
  return assemblePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 2 /Kids [3 0 R 4 0 R] >>',
    page(''),
    page('/Contents 5 0 R'),
    `<< /Length ${bars.length} >>\nstream\n${bars}\nendstream`,
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

/** One that never comes to an end. */
function makeStuckEngine(): TextEngine & { closed: number } {
  const engine = { closed: 0, readWords: stuck, readMachineLines: stuck, readSigns: stuck };
  const close = async (): Promise<void> => {
    result.closed += 1;
    await Promise.resolve();
  };
  const result = { ...engine, close };
  return result;
}

describe('a scan that is not read in time', () => {
  it('keeps what was read of it, gives up the page that takes too long, and its engine', async () => {
    const pdf = await open();
    const engine = makeStuckEngine();
    let told = 0;
    const onPage = (): void => void (told += 1);
    const end = performance.now() + 3_000;
    const found = await readScannedPdf({ pdf, pages: [1, 2], onPage, end }, engine);
    expect([told, found.notes, engine.closed]).toEqual([1, ['timed_out'], 1]);
    await pdf.loadingTask.destroy();
  });

  it('is begun no further once its time is over, and its engine lives', async () => {
    const pdf = await open();
    const engine = makeStuckEngine();
    const until = performance.now() - 1;
    const found = await readScannedPdf({ pdf, pages: [1, 2], until }, engine);
    expect([found.pages, found.notes, engine.closed]).toEqual([[], ['timed_out'], 0]);
    await pdf.loadingTask.destroy();
  });
});
