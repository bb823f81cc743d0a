import { describe, expect, it } from 'vitest';
import { interpretDocument } from '../../../../src/domain/extraction/interpret-document.ts';
import { parseSpanishDate } from '../../../../src/domain/extraction/spanish-date.ts';
import { readText } from '../../../support/data/read-text.ts';

const TODAY = '2026-11-22';

describe('blanks that a picture loses or adds', () => {
  it.each([
    ['13SEP 26', '2026-09-13'],
    ['13 SEP26', '2026-09-13'],
    ['13SEP2026', '2026-09-13'],
    ['13 SEP 26', '2026-09-13'],
    ['13SEPT9', undefined],
    ['32SEP26', undefined],
  ])('a day that is written %s', (text, day) => {
    expect(parseSpanishDate(text)).toBe(day);
  });

  it('leave a document of its kind', () => {
    const text = `CONSTA! NCIA DE LA CLAVE ÚNICA DER EGISTRO DE POBLACIÓN
      Clave:
      HELR870423HDFRPL02`;
    expect(interpretDocument(readText(text, { source: 'ocr' }), null, TODAY).kind).toBe('curp');
  });

  it('make no kind of words that stand apart', () => {
    const text = 'La clave\nunica de\nregistro de\npoblacion';
    expect(interpretDocument(readText(text, { source: 'ocr' }), null, TODAY).kind).toBe('unknown');
  });

  it('leave a bill its postal code and its last day', () => {
    const text = `CFE Suministrador de Servicios Básicos
      TOTAL A PAGAR: $953.00
      INDEPENDENCIA C.P, 76524
      NO. DE SERVICIO: 183 600 934 751
      LÍMITE DE PAGO: 13SEP 26`;
    const { fields } = interpretDocument(readText(text, { source: 'ocr' }), null, TODAY);
    const values = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
    expect(values).toMatchObject({ postalCode: '76524', dueDate: '2026-09-13' });
  });
});
