import type { DocumentContent } from '../domain/extraction/document-content.ts';
import type { ReadingProgress } from '../domain/extraction/extraction.ts';
import { openPdf } from './pdf/open-pdf.ts';
import { readPdf } from './pdf/read-pdf.ts';
import { readCertificate } from './read-certificate.ts';
import { readPicturesOfPdf } from './read-pictures-of-pdf.ts';
import { readXml } from './read-xml.ts';
import { UnreadableDocument } from './unreadable.ts';

/** The bytes of a document, which are of the type that they are said to be of. */
export type DocumentBytes = { mediaType: string; bytes: Uint8Array };

/** Told after each page that took time. */
export type OnProgress = (progress: ReadingProgress) => void;

/** Reads what a document says, whatever it may mean. Throws UnreadableDocument for broken bytes. */
export async function readDocument(
  { mediaType, bytes }: DocumentBytes,
  onProgress: OnProgress = () => undefined,
): Promise<DocumentContent> {
  if (mediaType === 'application/pdf') return await readWholePdf(bytes, onProgress);
  if (PICTURES.has(mediaType)) return await readOnePicture({ mediaType, bytes });
  const nothing: DocumentContent = { ...NOTHING, mediaType };
  if (mediaType !== 'application/xml') return { ...nothing, notes: ['not_read'] };
  const xml = readXml(bytes);
  const certificate = readCertificate(xml.attributes['Certificado'] ?? '');
  return { ...nothing, pageCount: 1, xml, certificate };
}

const PICTURES = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/tiff', 'image/gif']);

async function readWholePdf(bytes: Uint8Array, onProgress: OnProgress): Promise<DocumentContent> {
  const pdf = await openPdf(bytes);
  if (pdf === undefined)
    return { ...NOTHING, mediaType: 'application/pdf', notes: ['pdf_encrypted'] };
  try {
    return await readPicturesOfPdf(await readPdf(pdf), pdf, onProgress);
  } finally {
    await pdf.loadingTask.destroy();
  }
}

/** The engines are loaded with the first picture: texts and invoices need none of them. */
async function readOnePicture(document: DocumentBytes): Promise<DocumentContent> {
  const { readPicture } = await import('./pictures/read-picture.ts');
  const { textEngine } = await import('./pictures/text-engine.ts');
  try {
    return await readPicture(document, textEngine());
  } catch (cause) {
    throw new UnreadableDocument('Not a readable image', { cause });
  }
}

const NOTHING = {
  pageCount: 0,
  pages: [],
  codes: [],
  mrz: null,
  xml: null,
  certificate: null,
  notes: [],
};
