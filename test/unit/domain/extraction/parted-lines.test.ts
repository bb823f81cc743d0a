import { describe, expect, it } from 'vitest';
import type { DocumentContent, Word } from '../../../../src/domain/extraction/document-content.ts';
import { interpretDocument } from '../../../../src/domain/extraction/interpret-document.ts';
import { readText } from '../../../support/data/read-text.ts';

const TODAY = '2026-11-22';
const HEIGHT = 0.01;

/** Lines with the place of their first word, from the left and the top. */
type Placed = readonly [left: number, top: number, text: string];

function photographed(lines: readonly Placed[]): DocumentContent {
  const words = lines.flatMap(([left, top, text]) =>
    text.split(' ').map((word, at): Word => {
      const box = { left: left + at * 0.06, top, width: 0.05, height: HEIGHT };
      return { text: word, confidence: 0.95, box };
    }),
  );
  const text = lines.map(([, , line]) => line).join('\n');
  return { ...readText(''), pages: [{ number: 1, source: 'ocr', text, words }] };
}

function valuesOf(lines: readonly Placed[]): Record<string, string> {
  const title: Placed = [0.1, 0.05, 'CONSTANCIA DE SITUACIÓN FISCAL'];
  const { fields } = interpretDocument(photographed([title, ...lines]), null, TODAY);
  return Object.fromEntries(fields.map(({ name, value }) => [name, value]));
}

describe('a line that was read as two', () => {
  it('has its value beside its label, after it or before it', () => {
    const values = valuesOf([
      [0.1, 0.2, 'Nombre (s):'],
      [0.4, 0.202, 'FRANCISCO JAVIER'],
      [0.4, 0.298, 'BUSTAMANTE'],
      [0.1, 0.3, 'Primer Apellido:'],
    ]);
    expect(values).toMatchObject({
      givenNames: 'FRANCISCO JAVIER',
      paternalSurname: 'BUSTAMANTE',
    });
  });

  it.each([
    ['lower', [0.4, 0.22, 'FRANCISCO JAVIER']],
    ['to the left', [0.02, 0.2, 'JAVIER']],
    ['behind a label of its own', [0.4, 0.2, 'CURP: FRANCISCO']],
  ] as const)('has none that stands %s', (_where, other) => {
    expect(valuesOf([[0.1, 0.2, 'Nombre (s):'], other])).not.toHaveProperty('givenNames');
  });
});
