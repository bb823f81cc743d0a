import { describe, expect, it } from 'vitest';
import type { ExtractedField, FieldName } from '../../../../src/domain/extraction/extracted.ts';
import { interpretDocument } from '../../../../src/domain/extraction/interpret-document.ts';
import { readText } from '../../../support/data/read-text.ts';

const TODAY = '2026-11-22';
const SURE = 0.9;
const AGREED = 0.98;
const READ_ONCE = 0.85;
const NUMBERS = 'N720145280MEX9701067M3111253<<<<<<<<<<<<<<06';
const ZONE = ['P<MEXUGARTE<ROBLES<<RAUL<<<<<<<<<<<<<<<<<<<<', NUMBERS];
const CUT = ['P<MEXXOCHIHUA<MONTEMAYOR<<WENCESLAO<MAXIMILI', NUMBERS];

type Zone = { lines?: readonly string[]; confidence?: number };

function readPassport(printed: string[], { lines = ZONE, confidence = AGREED }: Zone = {}) {
  const text = ['PASAPORTE / PASSPORT MEX N72014528', ...printed, ...lines].join('\n');
  const mrz = { lines: [...lines], page: 1, confidence };
  const reading = readText(text, { source: 'ocr', mrz });
  const { fields } = interpretDocument(reading, null, TODAY);
  return (name: FieldName): ExtractedField | undefined =>
    fields.find((field) => field.name === name);
}

function isPromised(field: ExtractedField | undefined): boolean {
  return (field?.confidence ?? 0) >= SURE;
}

describe('names that fill the room of a zone', () => {
  it('are not promised, for the last of them may have been cut', () => {
    const field = readPassport([], { lines: CUT });
    expect(field('givenNames')).toBeUndefined();
    expect(isPromised(field('paternalSurname'))).toBe(false);
  });

  it('are whole where the page has them under their label, and promised no more for it', () => {
    const field = readPassport(['Nombres / Given names', 'WENCESLAO MAXIMILIANO'], { lines: CUT });
    expect(field('givenNames')?.value).toBe('WENCESLAO MAXIMILIANO');
    expect(isPromised(field('givenNames'))).toBe(false);
  });

  it('are promised where the page has the same surname', () => {
    const field = readPassport(['Apellidos / Surname', 'XOCHIHUA MONTEMAYOR'], { lines: CUT });
    expect(isPromised(field('paternalSurname'))).toBe(true);
  });
});

describe('what a zone says', () => {
  it('is promised where all of its digits are right and it was read twice as the same', () => {
    const field = readPassport([]);
    const names = ['birthDate', 'expiryDate', 'documentNumber', 'sex', 'mrz'] as const;
    expect(names.filter((name) => !isPromised(field(name)))).toEqual([]);
  });

  it('is not where no digit proves it and it was read once', () => {
    const field = readPassport([], { confidence: READ_ONCE });
    expect([isPromised(field('sex')), isPromised(field('mrz'))]).toEqual([false, false]);
    expect(isPromised(field('birthDate'))).toBe(true);
  });

  it('is not by a digit of its own alone, which one misread value in ten has as well', () => {
    const lines = ZONE.with(1, NUMBERS.replace(/.$/, '7'));
    const field = readPassport([], { lines, confidence: 0.4 });
    expect(field('birthDate')?.value).toBe('1997-01-06');
    expect(isPromised(field('birthDate'))).toBe(false);
    expect(isPromised(field('expiryDate'))).toBe(false);
  });
});

describe('the day of issue of a passport', () => {
  it.each([
    ['25 11 2021', true],
    ['25 11 2022', false],
  ])('is promised where passports are valid for so many years: %s', (day, promised) => {
    const issued = readPassport(['Fecha de expedición', day])('issueDate');
    expect(issued?.value).toBe(day.split(' ').toReversed().join('-'));
    expect(isPromised(issued)).toBe(promised);
  });
});
