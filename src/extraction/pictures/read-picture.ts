import type { DocumentContent } from '../../domain/extraction/document-content.ts';
import { openPicture } from './open-picture.ts';
import { readPage } from './read-page.ts';
import type { TextEngine } from './text-engine.ts';

/** Reads a document that is one picture. Throws for bytes that are no picture. */
export async function readPicture(
  { bytes, mediaType }: { bytes: Uint8Array; mediaType: string },
  engine: TextEngine,
): Promise<DocumentContent> {
  const { picture, original, notes } = await openPicture(bytes);
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
  const read = await readPage({ picture, original, number: 1 }, engine);
  return {
    ...document,
    pages: [read.page],
    codes: read.codes,
    mrz: read.mrz,
    notes: [...notes, ...read.notes],
  };
}
