import type { ReadingProgress } from '../domain/extraction/extraction.ts';
import type { ReadDocument } from '../domain/extraction/read-document.ts';

/** So long pages are begun; the last one needs its time too before the process is ended. */
const PAGES_MS_MAX = 45_000;

/** Of a PDF whose text is known: what the pages without text show, and the codes of the first page. */
export async function readPicturesOfPdf(
  document: ReadDocument,
  bytes: Uint8Array,
  onProgress: (progress: ReadingProgress) => void,
): Promise<ReadDocument> {
  if (document.pageCount === 0) return document;
  const { readScannedPdf } = await import('./pictures/read-scanned-pdf.ts');
  const { textEngine } = await import('./pictures/text-engine.ts');
  const isBlank = new Set(
    document.pages.filter(({ text }) => text === '').map((one) => one.number),
  );
  const { pageCount } = document;
  let pagesRead = document.pages.length - isBlank.size;
  if (isBlank.size > 0) onProgress({ pagesRead, pageCount });
  const onPage = (): void => {
    pagesRead += 1;
    onProgress({ pagesRead, pageCount });
  };
  const asked = {
    bytes,
    pages: [...isBlank],
    codesOf: [1],
    onPage,
    until: performance.now() + PAGES_MS_MAX,
  };
  const shown = await readScannedPdf(asked, textEngine());
  const read = new Map(shown.pages.map((page) => [page.number, page]));
  const pages = document.pages.map((page) => read.get(page.number) ?? page);
  const hasText = pages.some(({ text }) => text !== '');
  const notes = document.notes.filter((note) => note !== 'no_text' || !hasText);
  return {
    ...document,
    pages,
    codes: shown.codes,
    mrz: shown.mrz,
    notes: [...notes, ...shown.notes.filter((note) => !notes.includes(note))],
  };
}
