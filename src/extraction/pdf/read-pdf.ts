import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type {
  ContentNote,
  DocumentContent,
  PageContent,
} from '../../domain/extraction/document-content.ts';
import { EXTRACTION_PAGES_MAX } from '../../domain/extraction/extraction.ts';
import { UnreadableDocument } from '../unreadable-document.ts';
import { measurePictures } from './measure-pictures.ts';
import { layOutRuns, type TextRun } from './page-text.ts';

/** Maximum length of the text of all pages. A page of small print has ten thousand characters. */
const TEXT_LENGTH_MAX = 1_000_000;

/**
 * Extracts the embedded text of the first pages of a PDF, until the text exceeds TEXT_LENGTH_MAX. A page that cannot be
 * read is omitted with a note. Throws UnreadableDocument when no page can be read.
 */
export async function readPdf(pdf: PDFDocumentProxy): Promise<DocumentContent> {
  const notes = new Set<ContentNote>();
  if (pdf.numPages > EXTRACTION_PAGES_MAX) notes.add('too_many_pages');
  if (await isScripted(pdf)) notes.add('pdf_scripted');
  const pages = await readPages(pdf, notes);
  if (pages.every(({ text }) => text === '')) notes.add('no_text');
  return {
    mediaType: 'application/pdf',
    pageCount: pdf.numPages,
    pages,
    codes: [],
    mrz: null,
    xml: null,
    certificate: null,
    notes: [...notes],
  };
}

/** True when the PDF has JavaScript or form fields. */
async function isScripted(pdf: PDFDocumentProxy): Promise<boolean> {
  try {
    if (await pdf.hasJSActions()) return true;
    return (await pdf.getFieldObjects()) !== null;
  } catch {
    return false;
  }
}

async function readPages(pdf: PDFDocumentProxy, notes: Set<ContentNote>): Promise<PageContent[]> {
  const pages: PageContent[] = [];
  let remaining = TEXT_LENGTH_MAX;
  for (let number = 1; number <= Math.min(pdf.numPages, EXTRACTION_PAGES_MAX); number += 1) {
    const runs = await readRuns(pdf, number).catch(() => undefined);
    if (runs === undefined) {
      notes.add('partly_unreadable');
      continue;
    }
    const { text, words } = layOutRuns(runs.runs, runs.size);
    if (text.length > remaining) {
      notes.add('too_much_text');
      break;
    }
    remaining -= text.length;
    pages.push({ number, source: 'text', text: text.normalize('NFC'), words });
  }
  if (pages.length === 0 && notes.has('partly_unreadable'))
    throw new UnreadableDocument('No page of the PDF can be read');
  return pages;
}

type PageRuns = { runs: TextRun[]; size: { width: number; height: number } };

async function readRuns(pdf: PDFDocumentProxy, number: number): Promise<PageRuns> {
  const page = await pdf.getPage(number);
  const { width, height, transform } = page.getViewport({ scale: 1 });
  const { items } = await page.getTextContent();
  const runs = items.flatMap((item) => ('str' in item ? toRun(item, transform) : []));
  const size = { width, height };
  const isScanned = await isScan(page, runs, size);
  page.cleanup();
  return { runs: isScanned ? [] : runs, size };
}

/** Minimum number of letters and digits of a page of text. */
const TEXT_CHARACTERS_MIN = 4;
/** Minimum share of a page that the pictures of a scan cover. */
const PICTURE_SHARE_MIN = 0.15;
/** Minimum ratio of the area of pictures to the area of text, on a scan with a header or footer. */
const PICTURE_TO_TEXT_MIN = 10;

/**
 * True for a page whose text is not its content: fewer than TEXT_CHARACTERS_MIN letters and digits, a header above a
 * scan, a mark of the scanning program, or an invisible text layer, which may be wrong. Such pages are read by OCR.
 */
async function isScan(
  page: PDFPageProxy,
  runs: readonly TextRun[],
  size: PageRuns['size'],
): Promise<boolean> {
  const text = runs.map((run) => run.text).join('');
  if (text.trim() === '') return false;
  if ((text.match(/[\p{L}\d]/gu)?.length ?? 0) < TEXT_CHARACTERS_MIN) return true;
  const measure = await measurePictures(page).catch(() => undefined);
  if (measure === undefined) return false;
  const { pictureShare, hasVisibleText } = measure;
  if (pictureShare < PICTURE_SHARE_MIN) return false;
  const textArea = runs.reduce((sum, run) => sum + run.width * run.height, 0);
  const textShare = textArea / (size.width * size.height);
  return !hasVisibleText || pictureShare >= PICTURE_TO_TEXT_MIN * textShare;
}

type Item = { str: string; transform: unknown[]; width: number; height: number };

/** Converts a text item, whose coordinates start at the lower left corner of the unrotated page. */
function toRun({ str, transform, width, height }: Item, viewport: readonly unknown[]): TextRun {
  const matrix = transform.map(Number);
  const [left, bottom] = [matrix[4] ?? 0, matrix[5] ?? 0];
  const viewMatrix = viewport.map(Number);
  const project = (axis: number) =>
    (viewMatrix[axis] ?? 0) * left +
    (viewMatrix[axis + 2] ?? 0) * bottom +
    (viewMatrix[axis + 4] ?? 0);
  return {
    text: str,
    x: project(0),
    y: project(1),
    width,
    height: height || Math.abs(matrix[3] ?? 0) || 1,
  };
}
