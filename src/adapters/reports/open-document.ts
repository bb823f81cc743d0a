import Pdf from 'pdfkit';
import { FONTS } from './fonts.ts';
import type { Page } from './page.ts';

export type DocumentParts = { title: string; subject: string; at: Date; page: Page };

/** Creates an empty tagged PDF in Spanish, which screen readers can read, with the registered fonts. */
export function openDocument({ title, subject, at, page }: DocumentParts): PDFKit.PDFDocument {
  const doc = new Pdf({
    size: [page.width, page.height],
    // LineBreaker breaks the lines. Margins would make PDFKit break them as well.
    margin: 0,
    pdfVersion: '1.7',
    ...UNTYPED_OPTIONS,
    tagged: true,
    lang: 'es-MX',
    displayTitle: true,
    bufferPages: true,
    // PDFKit derives the id of the file from these, so that the same report always has the same bytes.
    info: {
      Title: title,
      Subject: subject,
      Author: 'Participant Gateway',
      Producer: 'Participant Gateway',
      Creator: 'Participant Gateway',
      CreationDate: at,
      ModDate: at,
    },
  });
  for (const [name, bytes] of Object.entries(FONTS)) doc.registerFont(name, bytes);
  return doc;
}

/**
 * Options that the types of PDFKit lack. `font: null` loads no standard font: no page uses one, and the build has none.
 */
const UNTYPED_OPTIONS: object = { subset: 'PDF/UA', font: null };
