import { describe, expect, it } from 'vitest';
import { readXml } from '../../../src/extraction/read-xml.ts';
import { makeInvoice } from '../../support/data/documents.ts';

const INVOICE = makeInvoice().toString();
const WITHOUT_DECLARATION = INVOICE.replace(/^<\?xml[^>]*\?>\s*/, '');

describe('an invoice as programs write it', () => {
  it.each([
    ['without a declaration', WITHOUT_DECLARATION],
    ['with a byte order mark', `\ufeff${INVOICE}`],
    ['with a mark and no declaration', `\ufeff${WITHOUT_DECLARATION}`],
    ['behind a comment', `<!-- hecho -->\n${WITHOUT_DECLARATION}`],
    ['whose declaration is behind a comment', `<!-- a --> <!-- b -->\n${INVOICE}`],
    ['behind a line feed', `\r\n\n${INVOICE}`],
    ['behind a mark and a line feed', `\ufeff\n${INVOICE}`],
    ['padded with NUL', `${INVOICE}${'\0'.repeat(300)}`],
  ])('is read whole: %s', (_how, text) => {
    const root = readXml(Buffer.from(text));
    expect(root).toEqual(readXml(Buffer.from(INVOICE)));
    expect(root.name).toBe('Comprobante');
  });

  it('is refused with a NUL within', () => {
    expect(() => readXml(Buffer.from(`\0${INVOICE}`))).toThrow('Not well-formed');
  });
});
