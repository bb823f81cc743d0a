import Pdf from 'pdfkit';
import { FONTS } from './fonts.ts';
import type { Page } from './page.ts';

export type DocumentParts = { title: string; subject: string; at: Date; page: Page };

/** An empty PDF in Spanish for readers and for those who have it read out, with our fonts. */
export function openDocument({ title, subject, at, page }: DocumentParts): PDFKit.PDFDocument {
  const doc = new Pdf({
    size: [page.width, page.height],
    // Lines are broken by LineBreaker; the library is to break nothing.
    margin: 0,
    pdfVersion: '1.7',
    ...UNTYPED,
    tagged: true,
    lang: 'es-MX',
    displayTitle: true,
    bufferPages: true,
    // From these the library makes the file's id as well: the same report, the same bytes.
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

/** Options that the types of the library lack. A standard font is not loaded: no page uses one, and the build has none. */
const UNTYPED: object = { subset: 'PDF/UA', font: null };
