import type { DocumentContent } from '../domain/extraction/document-content.ts';
import type { ReadingProgress } from '../domain/extraction/extraction.ts';
import { addPdfImageContent } from './add-pdf-image-content.ts';
import { openPdf } from './pdf/open-pdf.ts';
import { readPdf } from './pdf/read-pdf.ts';
import { readCertificate } from './read-certificate.ts';
import { readXml } from './read-xml.ts';
import { UnreadableDocument } from './unreadable-document.ts';

/** Bytes of a document, with their verified media type. */
export type DocumentBytes = { mediaType: string; bytes: Uint8Array };

/** Called before OCR reads the first page of a PDF, and after each page. Not called for other documents. */
export type OnProgress = (progress: ReadingProgress) => void;

/**
 * Reads the content of a document without interpreting it. Returns only the note `not_read` for an unsupported type,
 * and `pdf_encrypted` for a PDF with a password. Throws UnreadableDocument for malformed bytes.
 */
export async function readDocument(
  { mediaType, bytes }: DocumentBytes,
  onProgress: OnProgress = () => undefined,
): Promise<DocumentContent> {
  if (mediaType === 'application/pdf') return await readPdfDocument(bytes, onProgress);
  if (IMAGE_TYPES.has(mediaType)) return await readImageDocument({ mediaType, bytes });
  const emptyContent: DocumentContent = { ...EMPTY_CONTENT, mediaType };
  if (mediaType !== 'application/xml') return { ...emptyContent, notes: ['not_read'] };
  const xml = readXml(bytes);
  const certificate = readCertificate(xml.attributes['Certificado'] ?? '');
  return { ...emptyContent, pageCount: 1, xml, certificate };
}

const IMAGE_TYPES = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/tiff', 'image/gif']);

async function readPdfDocument(
  bytes: Uint8Array,
  onProgress: OnProgress,
): Promise<DocumentContent> {
  const pdf = await openPdf(bytes);
  if (pdf === undefined)
    return { ...EMPTY_CONTENT, mediaType: 'application/pdf', notes: ['pdf_encrypted'] };
  try {
    return await addPdfImageContent(await readPdf(pdf), pdf, onProgress);
  } finally {
    await pdf.loadingTask.destroy();
  }
}

/** Reads an image. Imports the OCR engine lazily: PDFs with a text layer and XML do not need it. */
async function readImageDocument(document: DocumentBytes): Promise<DocumentContent> {
  const { readImage } = await import('./pictures/read-image.ts');
  const { getOcrEngine } = await import('./pictures/ocr-engine.ts');
  try {
    return await readImage(document, getOcrEngine());
  } catch (cause) {
    throw new UnreadableDocument('Not a readable image', { cause });
  }
}

const EMPTY_CONTENT = {
  pageCount: 0,
  pages: [],
  codes: [],
  mrz: null,
  xml: null,
  certificate: null,
  notes: [],
};
