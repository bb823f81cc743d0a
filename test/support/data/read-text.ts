import type {
  DocumentContent,
  PageContent,
} from '../../../src/domain/extraction/document-content.ts';

const NOTHING: DocumentContent = {
  mediaType: 'application/pdf',
  pageCount: 1,
  pages: [],
  codes: [],
  mrz: null,
  xml: null,
  certificate: null,
  notes: [],
};

/** Creates the content of a one-page document, from a text layer or from OCR. */
export function readText(
  text: string,
  parts: Partial<DocumentContent> & { source?: PageContent['source']; confidence?: number } = {},
): DocumentContent {
  const { source = 'text', confidence = 1, ...rest } = parts;
  const trimmed = text
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .trim();
  const words = trimmed.split(/\s+/).map((word, place) => ({
    text: word,
    confidence,
    box: { left: 0.1, top: Math.min(0.9, place / 1000), width: 0.1, height: 0.02 },
  }));
  return { ...NOTHING, pages: [{ number: 1, source, text: trimmed, words }], ...rest };
}
