import { describe, expect, it } from 'vitest';
import { normalizeTaxId } from '../../../../src/domain/tax/normalize-id.ts';
import { listDates } from '../../../../src/domain/tax/rfc.ts';
import { computeRfcCheckDigit } from '../../../../src/domain/tax/rfc-check-digit.ts';
import { checkRfc, type RfcCheckInput } from '../../../../src/domain/tax/validate-rfc.ts';
import { createRandom, type Random } from '../../../support/data/random.ts';

const TODAY = '2026-11-21';

function check(rfc: string, more: Partial<RfcCheckInput> = {}) {
  return checkRfc({ rfc, strict: false, ...more }, TODAY);
}

const NOTHING_KNOWN = {
  namePrefix: null,
  fullRfcMatch: null,
  dateMatch: null,
  curpDateMatch: null,
};

describe('an RFC', () => {
  it('is told apart with all that it says', () => {
    expect(check('COSC8001137NA')).toEqual({
      rfc: 'COSC8001137NA',
      normalized: 'COSC8001137NA',
      valid: true,
      kind: 'natural',
      date: '1980-01-13',
      possibleDates: ['1980-01-13'],
      centuryAmbiguous: false,
      checkDigit: { expected: 'A', actual: 'A', ok: true },
      forbiddenWord: false,
      errors: [],
      warnings: [],
      coherence: NOTHING_KNOWN,
    });
  });

  // From phpcfdi/rfc, and made up ones with the digit that @nodecfdi/rfc 2.0.6 computes.
  it.each(
    (
      'DIM8701081LA A&A050908GT0 SAT970701NN3 EKU9003173C9 AAAA000229AA4 COSC8001137NA CAMA911215CJ0 ' +
      'SORC591116FJ6 AÑÑ801231JK0 ÑAÑ140114GY4 AVW&290227GE9 VQKÑ080217CK4 NMÑ320320U59 TIHQ1805208C8 ' +
      'WÑY161109VS9 ILÑ9109125I3 YH&Q700105MC3 FB&310820KT8 ÑLLJ501105C65 &TE290425TF4'
    ).split(' '),
  )('%s is valid, with its check digit', (rfc) => {
    const { valid, kind, checkDigit, errors } = check(rfc);
    expect({ valid, errors, ok: checkDigit?.ok }).toEqual({ valid: true, errors: [], ok: true });
    expect(kind).toBe(rfc.length === 13 ? 'natural' : 'legal');
  });

  it.each([
    ['XAXX010101000', 'generic'],
    ['XEXX010101000', 'foreign'],
    [' xaxx-010101-000', 'generic'],
  ])(
    '%s stands for whoever has none, strictly too, though its digit is computed otherwise',
    (rfc, kind) => {
      for (const strict of [false, true])
        expect(check(rfc, { strict, name: 'Ana', paternalSurname: 'Luz' })).toMatchObject({
          valid: true,
          kind,
          date: null,
          checkDigit: null,
          errors: [],
          warnings: [],
          coherence: NOTHING_KNOWN,
        });
      expect(computeRfcCheckDigit('XAXX01010100')).toBe('4');
    },
  );

  it.each(
    (
      '| |-|AAAA010101AA|AA010101AAA|ÁAAA010101AAA|XXXXXXXXXXXX|RT0840921REA|AAAAA010101AAA|' +
      'AAAA010101AAB|AAAA010101ÑA1|AAAA010101AA\u0661|AAAA01O101AA1|AAAA010101AA1\nAAAA010101AA1|' +
      'AAAA_010101AA1|AAAA010101\u00a0AA1|ßAA010101AA1|ſAAA010101AA1|ıAAA010101AA1|ＡAAA010101AA1'
    ).split('|'),
  )('%j has not the form of one', (rfc) => {
    expect(check(rfc)).toMatchObject({
      valid: false,
      kind: null,
      errors: ['format'],
      warnings: [],
    });
    expect(check(rfc, { strict: true }).errors).toEqual(['format']);
  });

  it('that begins with a sign which is no letter is never repaired into one', () => {
    const accepted: string[] = [];
    for (let code = 0; code < 0x1_0000; code += 1) {
      const sign = String.fromCharCode(code);
      if (check(`${sign}AAA010101AA1`).kind === 'natural') accepted.push(sign);
    }
    // The last is the sign of the Kelvin, which Unicode holds to be the letter itself.
    expect(accepted.join('')).toBe('&ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyzÑñ\u212a');
  });

  it('that a forbidden word begins is odd, but only a natural person’s', () => {
    expect(check('BUEI800113AA0')).toMatchObject({
      valid: true,
      forbiddenWord: true,
      warnings: ['check_digit', 'forbidden_word'],
    });
    expect(check('BUEX800113AA0').forbiddenWord).toBe(false);
    expect(check('CUL800113AA0').forbiddenWord).toBe(false);
  });

  it('has a vowel or an X for its second letter, or else is odd', () => {
    expect(check('CXSC800113AA0').warnings).not.toContain('second_letter');
    expect(check('CRSC800113AA0').warnings).toContain('second_letter');
    expect(check('CRS800113AA0').warnings).not.toContain('second_letter');
  });

  it('of the other kind of person than was said is odd', () => {
    expect(check('COSC8001137NA', { personType: 'legal' }).warnings).toEqual(['person_type']);
    expect(check('COSC8001137NA', { personType: 'natural' }).warnings).toEqual([]);
    expect(check('EKU9003173C9', { personType: 'natural' }).warnings).toEqual(['person_type']);
    expect(check('EKU9003173C9', { personType: 'legal' }).warnings).toEqual([]);
    expect(check('XAXX010101000', { personType: 'legal' }).warnings).toEqual([]);
  });
});

describe('normalising', () => {
  it.each([
    [' cosc 800113-7na ', 'COSC8001137NA'],
    ['COSC/800113.7NA', 'COSC8001137NA'],
    ['\tcosc\r\n8001137na\f\v', 'COSC8001137NA'],
    ['n\u0303an\u0303140114gy4', 'ÑAÑ140114GY4'],
  ])('%j gives %s', (text, normalized) => {
    expect(normalizeTaxId(text)).toBe(normalized);
    expect(check(text)).toMatchObject({ rfc: text, normalized, valid: true, errors: [] });
  });

  it.each(['GO E561231GR8', 'GOE5 61231GR8', 'GOE561231G R8', 'C OSC8001137NA'])(
    '%s has a separator within a group, and is refused',
    (text) => {
      expect(normalizeTaxId(text)).toBe(text);
      expect(check(text)).toMatchObject({ valid: false, errors: ['format'] });
    },
  );

  it('gives the same with separators between groups, and nothing new the second time', () => {
    const random = createRandom(1);
    for (let round = 0; round < 500; round += 1) {
      const rfc = someRfc(random, round);
      const borders = [0, rfc.length - 9, rfc.length - 3, rfc.length - 1];
      const signs = Array.from(rfc, (sign, at) => {
        const dressed = random.below(2) === 0 ? sign.toLowerCase() : sign;
        return (borders.includes(at) ? random.pick(['', ' ', '-', '.', '/', '\n']) : '') + dressed;
      });
      expect(normalizeTaxId(signs.join(''))).toBe(rfc);
      expect(normalizeTaxId(rfc)).toBe(rfc);
    }
  });
});

const two = (value: number) => String(value).padStart(2, '0');

/** The day as JavaScript's own calendar has it; empty where it has none such. */
function realDay(year: number, month: number, day: number): string {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? date.toISOString().slice(0, 10) : '';
}

/** What a date that settles the century leads to. */
const settledBy = (date: string) => ({
  date,
  centuryAmbiguous: false,
  possibleDates: [date],
  coherence: { ...NOTHING_KNOWN, dateMatch: true },
});

describe('the date of an RFC', () => {
  it.each(['AAAA010229AAA', 'AAAA010231AAA', 'AAAA010132AAA', 'AAA010431AA1', 'AAA000000AA1'])(
    'of %s is none, which is an error',
    (rfc) => {
      expect(check(rfc)).toMatchObject({ valid: false, errors: ['date'], date: null });
      expect(check(rfc).kind).not.toBeNull();
    },
  );

  it('is a day of the last century or of this, as the calendar has it', () => {
    const days = Array.from({ length: 100 * 14 * 33 }, (_, index) => ({
      year: Math.floor(index / 33 / 14),
      month: Math.floor(index / 33) % 14,
      day: index % 33,
    }));
    const wrong = days.filter(({ year, month, day }) => {
      const real = [1900, 2000].map((from) => realDay(from + year, month, day)).join('');
      return listDates(two(year) + two(month) + two(day)).join('') !== real;
    });
    expect(wrong).toEqual([]);
    expect(listDates('000229')).toEqual(['2000-02-29']);
  });

  it('leaves the century open where both are past', () => {
    expect(check('AAA010101AA1')).toMatchObject({
      date: null,
      centuryAmbiguous: true,
      possibleDates: ['1901-01-01', '2001-01-01'],
    });
    const settled = { centuryAmbiguous: false };
    expect(checkRfc({ rfc: 'AAA261121AA1', strict: false }, TODAY).possibleDates).toHaveLength(2);
    expect(check('AAA261122AA1')).toMatchObject({ ...settled, date: '1926-11-22' });
    expect(check('AAA000229AA1')).toMatchObject({ ...settled, date: '2000-02-29' });
  });

  it('is settled by the date that is known, of a person and of a company', () => {
    for (const rfc of ['AAAA010101AA1', 'AAA010101AA1'])
      for (const birthOrConstitutionDate of ['1901-01-01', '2001-01-01'])
        expect(check(rfc, { birthOrConstitutionDate })).toMatchObject(
          settledBy(birthOrConstitutionDate),
        );
  });

  it('that differs from the known one is odd, and then that one settles nothing', () => {
    for (const birthOrConstitutionDate of ['2001-01-02', '2101-01-01', '1801-01-01'])
      expect(check('AAAA010101AA1', { birthOrConstitutionDate })).toMatchObject({
        valid: true,
        centuryAmbiguous: true,
        warnings: ['check_digit', 'date'],
        coherence: { dateMatch: false },
      });
    expect(
      check('AAAA800101AA1', { birthOrConstitutionDate: '2080-01-01' }).coherence.dateMatch,
    ).toBe(false);
    expect(check('AAAA010101AA1', { birthOrConstitutionDate: '' }).coherence.dateMatch).toBeNull();
  });
});

/** The signs of the check digit by their values, written out anew. */
const VALUES =
  '0 1 2 3 4 5 6 7 8 9 A B C D E F G H I J K L M N & O P Q R S T U V W X Y Z _ Ñ'.split(' ');
const LETTERS = Array.from('ABCDEFGHIJKLMNÑOPQRSTUVWXYZ&');
const DIGITS = Array.from('0123456789');

function someRfc(random: Random, round: number): string {
  const below = (max: number) => random.below(max);
  const pick = (from: readonly string[]) => from[below(from.length)] ?? '';
  const signs = [...LETTERS.filter((sign) => sign !== '&' && sign !== 'Ñ'), ...DIGITS];
  const letters = Array.from({ length: round % 2 === 0 ? 4 : 3 }, () => pick(LETTERS)).join('');
  const before = `${letters}${pick(DIGITS)}${pick(DIGITS)}0${1 + below(9)}1${below(9)}${pick(signs)}${pick(signs)}`;
  return before + computeRfcCheckDigit(before);
}

describe('the check digit', () => {
  it('that is wrong is odd, and an error where the check is strict', () => {
    const checkDigit = { expected: 'A', actual: '9', ok: false };
    expect(check('COSC8001137N9')).toMatchObject({
      valid: true,
      checkDigit,
      errors: [],
      warnings: ['check_digit'],
    });
    expect(check('COSC8001137N9', { strict: true })).toMatchObject({
      valid: false,
      checkDigit,
      errors: ['check_digit'],
      warnings: [],
    });
    expect(check('AAAA010229AAA', { strict: true }).errors).toEqual(['date', 'check_digit']);
  });

  it('tells every change of one sign but those by eleven, and none where the weight is eleven', () => {
    const random = createRandom(2);
    for (let round = 0; round < 40; round += 1) {
      const rfc = someRfc(random, round);
      const blank = 13 - rfc.length;
      for (const [place, sign] of Array.from(rfc.slice(0, -1)).entries()) {
        const isLetter = place < rfc.length - 9;
        const others = isLetter ? LETTERS : DIGITS;
        for (const other of others.filter((one) => one !== sign)) {
          const changed = rfc.slice(0, place) + other + rfc.slice(place + 1, -1);
          const step = Math.abs(VALUES.indexOf(sign) - VALUES.indexOf(other));
          const isBlind = place + blank === 2 || step % 11 === 0;
          expect([changed, computeRfcCheckDigit(changed) === rfc.at(-1)]).toEqual([
            changed,
            isBlind,
          ]);
        }
      }
    }
  });
});
