import type {
  DocumentContent,
  PageContent,
  Word,
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

/** Width of a character and distance of two lines, in fractions of a page. */
const CHARACTER = 0.008;
const LINE = 0.015;

/**
 * Creates the content of a one-page document, from a text layer or from OCR. Its words stand where they stand in the
 * text, so that several spaces part columns.
 */
export function readText(
  text: string,
  parts: Partial<DocumentContent> & { source?: PageContent['source']; confidence?: number } = {},
): DocumentContent {
  const { source = 'text', confidence = 1, ...rest } = parts;
  const lines = text.trim().split('\n');
  const indents = lines.slice(1).flatMap((line) => (line.trim() === '' ? [] : line.search(/\S/)));
  const indent = Math.min(...indents, 80);
  const words = lines.flatMap((line, row) =>
    [...line.matchAll(/\S+/g)].map(({ 0: word, index }): Word => {
      const left = 0.02 + Math.max(0, row === 0 ? index : index - indent) * CHARACTER;
      const box = { left, top: 0.02 + row * LINE, width: word.length * CHARACTER, height: 0.01 };
      return { text: word, confidence, box };
    }),
  );
  const trimmed = lines.map((line) => line.trim()).join('\n');
  return { ...NOTHING, pages: [{ number: 1, source, text: trimmed, words }], ...rest };
}
