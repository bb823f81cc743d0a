import { describe, expect, it } from 'vitest';
import { computeCurpCheckDigit } from '../../../../src/domain/tax/curp.ts';
import { checkCurp } from '../../../../src/domain/tax/validate-curp.ts';
import { checkRfc } from '../../../../src/domain/tax/validate-rfc.ts';
import { createRandom } from '../../../support/data/random.ts';

const TODAY = '2026-11-21';

function check(curp: string, strict = false) {
  return checkCurp({ curp, strict }, TODAY);
}

/** A made up CURP with its right digit. */
function withDigit(before: string): string {
  return before + computeCurpCheckDigit(before);
}

describe('a CURP', () => {
  it('is told apart with all that it says', () => {
    expect(check(' rile-850307 mdfsnl0/4 ')).toEqual({
      curp: ' rile-850307 mdfsnl0/4 ',
      normalized: 'RILE850307MDFSNL04',
      valid: true,
      birthDate: '1985-03-07',
      sex: 'female',
      state: 'DF',
      checkDigit: { expected: '4', actual: '4', ok: true },
      errors: [],
      warnings: [],
    });
  });

  // Made up, with the digit that validate-curp 1.0.0 computes.
  it.each([
    ['CUHI810414MMCNGV37', '1981-04-14', 'female', 'MC'],
    ['KEWZ541113HYNJRDL5', '2054-11-13', 'male', 'YN'],
    ['HEBY450309HHGNQKM2', '2045-03-09', 'male', 'HG'],
    ['TXDQ141128HNLSJS07', '1914-11-28', 'male', 'NL'],
    ['OAXH121021HCMXJDP1', '2012-10-21', 'male', 'CM'],
  ])('%s has its check digit', (curp, ...said) => {
    const [birthDate, sex, state] = said;
    expect(checkCurp({ curp, strict: true }, '2099-12-31')).toMatchObject({
      valid: true,
      birthDate,
      sex,
      state,
      checkDigit: { ok: true },
    });
  });

  it('of those born until 1999 has a digit where later ones have a letter', () => {
    expect(check(withDigit('XEXX000229XNEBCDA'))).toMatchObject({
      valid: true,
      birthDate: '2000-02-29',
      sex: 'non_binary',
      state: 'NE',
    });
    expect(check(withDigit('XEXX000229XNEBCD0'))).toMatchObject({
      valid: false,
      birthDate: null,
      errors: ['date'],
    });
  });

  it.each(['XEXX010231HASBCD', 'XEXX011301HASBCD', 'XEXX010100HASBCD'])(
    '%s… has no date of the calendar',
    (before) => {
      for (const sign of ['0', 'A'])
        expect(check(withDigit(before + sign)).errors).toEqual(['date']);
    },
  );

  it('is of nobody who is yet to be born', () => {
    expect(check(withDigit('XEXX261121HASBCDA')).valid).toBe(true);
    expect(check(withDigit('XEXX261122HASBCDA'))).toMatchObject({ valid: false, errors: ['date'] });
    expect(check(withDigit('XEXX261122HASBCD0')).birthDate).toBe('1926-11-22');
  });

  it.each(
    (
      '|RILE850307MDFSNL0|RILE850307MDFSNL099|RSLE850307MDFSNL09|ÑILE850307MDFSNL09|RILE850307ZDFSNL09|' +
      'RILE850307MXXSNL09|RILE850307MDFANL09|RILE850307MDFSNL0A|RILE85O307MDFSNL09|RÍLE850307MDFSNL09|' +
      'RILE850307MDFSNL0\u0669|COSC8001137NA'
    ).split('|'),
  )('%j has not the form of one', (curp) => {
    expect(check(curp)).toMatchObject({
      valid: false,
      birthDate: null,
      sex: null,
      state: null,
      checkDigit: null,
      errors: ['format'],
      warnings: [],
    });
  });

  it('with a wrong check digit is odd, and an error where the check is strict', () => {
    const odd = { checkDigit: { expected: '4', actual: '8', ok: false } };
    expect(check('RILE850307MDFSNL08')).toMatchObject({
      ...odd,
      valid: true,
      errors: [],
      warnings: ['check_digit'],
    });
    expect(check('RILE850307MDFSNL08', true)).toMatchObject({
      ...odd,
      valid: false,
      errors: ['check_digit'],
      warnings: [],
    });
  });

  it('shows in its digit every change of one digit at an odd weight but that by ten', () => {
    const random = createRandom(3);
    for (let round = 0; round < 50; round += 1) {
      const digits = Array.from({ length: 6 }, () => random.below(10)).join('');
      const before = `RILE${digits}MDFSNL0`;
      // The weights of the places 5, 7 and 9 are 13, 11 and 9, which have no factor in common with ten.
      for (const place of [5, 7, 9])
        for (let step = 1; step < 10; step += 1) {
          const other = (Number(before[place]) + step) % 10;
          const changed = before.slice(0, place) + other + before.slice(place + 1);
          expect(computeCurpCheckDigit(changed)).not.toBe(computeCurpCheckDigit(before));
        }
    }
  });
});

const askWith = (rfc: string, curp: string) => checkRfc({ rfc, strict: false, curp }, TODAY);

describe('the CURP beside an RFC', () => {
  it('is compared by its date and tells the century', () => {
    const curp = withDigit('AACJ010102HDFBRSA');
    expect(askWith('AACJ010102175', curp)).toMatchObject({
      date: '2001-01-02',
      centuryAmbiguous: false,
      warnings: [],
      coherence: { curpDateMatch: true },
    });
    expect(askWith('AACJ010103175', curp)).toMatchObject({
      valid: true,
      centuryAmbiguous: true,
      coherence: { curpDateMatch: false },
    });
    expect(askWith('AACJ010103175', curp).warnings).toContain('curp_date');
  });

  it('gives way to a known date, and fits all the same where it means the other century', () => {
    const older = withDigit('AACJ010102HDFBRS0');
    const facts = { curp: older, birthOrConstitutionDate: '2001-01-02' };
    const both = { rfc: 'AACJ010102175', ...facts };
    expect(checkRfc(both, TODAY)).toMatchObject({
      date: '2001-01-02',
      coherence: { dateMatch: true, curpDateMatch: true },
    });
  });

  it('that is none is odd, and settles nothing', () => {
    for (const curp of ['nonsense', withDigit('AACJ010230HDFBRSA')])
      expect(askWith('AACJ010102175', curp)).toMatchObject({
        valid: true,
        centuryAmbiguous: true,
        warnings: ['curp'],
        coherence: { curpDateMatch: null },
      });
  });

  it('is not looked at beside a company’s, nor where it is blank', () => {
    expect(askWith('EKU9003173C9', 'nonsense').warnings).toEqual([]);
    expect(askWith('AACJ010102175', ' - ').warnings).toEqual([]);
  });
});
