import type { DocumentContent } from '../../domain/extraction/document-content.ts';
import type { OcrEngine } from './ocr-engine.ts';
import { openImage } from './open-image.ts';
import { readPage } from './read-page.ts';

/** Reads a document that consists of one image. Throws for bytes that are not an image. */
export async function readImage(
  { bytes, mediaType }: { bytes: Uint8Array; mediaType: string },
  engine: OcrEngine,
): Promise<DocumentContent> {
  const { image, original, notes } = await openImage(bytes);
  const document: DocumentContent = {
    mediaType,
    pageCount: 1,
    pages: [],
    codes: [],
    mrz: null,
    xml: null,
    certificate: null,
    notes,
  };
  if (original === null) return document;
  const page = await readPage({ image, original, number: 1 }, engine);
  return {
    ...document,
    pages: [page.page],
    codes: page.codes,
    mrz: page.mrz,
    notes: [...notes, ...page.notes],
  };
}
