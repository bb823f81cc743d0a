import { describe, expect, it } from 'vitest';
import { openPdf } from '../../../src/extraction/pdf/open-pdf.ts';
import { readPdf } from '../../../src/extraction/pdf/read-pdf.ts';
import { assemblePdf } from '../../support/data/documents.ts';

const stream = (head: string, body: string): string =>
  `<< ${head} /Length ${body.length} >>\nstream\n${body}\nendstream`;
const FULL = 'q 595 0 0 842 0 0 cm /P Do Q';
const CARD = 'q 300 0 0 300 100 300 cm /P Do Q';
const QR = 'q 90 0 0 90 40 700 cm /P Do Q';
const HEADER = 'BT /F 9 Tf 40 820 Td (Portal de proveedores, folio 123456, recibido) Tj ET';
const PARAGRAPH = Array.from(
  { length: 40 },
  (_, row) =>
    `BT /F 11 Tf 40 ${780 - row * 18} Td (Renglon ${row} de un texto que llena la pagina de lado a lado, palabra por palabra.) Tj ET`,
).join('\n');

/** The text of a PDF that draws this, with a picture of one gray dot. */
async function readDrawn(content: string): Promise<string> {
  const own = '/Resources << /XObject << /P 4 0 R >> /Font << /F 6 0 R >> >>';
  const picture =
    '/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8';
  const bytes = assemblePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ${own} /Contents 5 0 R >>`,
    stream(picture, 'x'),
    stream('', content),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]);
  const pdf = await openPdf(bytes);
  if (pdf === undefined) throw new Error('Encrypted.');
  try {
    return (await readPdf(pdf)).pages.map(({ text }) => text).join('\n');
  } finally {
    await pdf.loadingTask.destroy();
  }
}

describe('the text of a page that is a picture', () => {
  it.each([
    ['the header of a portal', `${FULL}\n${HEADER}`],
    ['a dot', `${FULL}\nBT /F 9 Tf 40 20 Td (.) Tj ET`],
    ['the mark of a program', `${FULL}\nBT /F 9 Tf 40 20 Td (Escaneado con CamScanner) Tj ET`],
    ['an invisible layer', `${FULL}\nq 3 Tr ${PARAGRAPH} Q`],
    ['a header above a card', `${CARD}\n${HEADER}`],
  ])('does not keep it from being read: %s', async (_what, content) => {
    expect(await readDrawn(content)).toBe('');
  });

  it.each([
    ['with a square code', `${QR}\n${PARAGRAPH}`],
    ['on a background', `${FULL}\n${PARAGRAPH}`],
    ['short, without a picture', HEADER],
  ])('is that of the page where it is text: %s', async (_what, content) => {
    expect(await readDrawn(content)).not.toBe('');
  });
});
