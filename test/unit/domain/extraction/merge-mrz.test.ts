import { describe, expect, it } from 'vitest';
import { mergeMrz } from '../../../../src/domain/extraction/merge-mrz.ts';

const CARD = [
  'IDMEX3466340107<<4342360486553',
  '9005123M3312315MEX<02<<12345<8',
  'SALGADO<GONZALEZ<<LUCIA<<<<<<<',
];
const PASSPORT = [
  'P<MEXUGARTE<VILLASENOR<<RAUL<<<<<<<<<<<<<<<<',
  'N720145280MEX9701067M3111253<<<<<<<<<<<<<<06',
];

describe('readings of a zone', () => {
  it('make the zone where each is right at another place', () => {
    const digitsWrong = [CARD[0] ?? '', '92O05123M3312315MEX<O2<<12345<8', CARD[2] ?? ''];
    const nameWrong = [CARD[0] ?? '', CARD[1] ?? '', 'SALGADO<KGONZALEZ<K<LUCIA<KLKLKLKL'];
    expect(mergeMrz([digitsWrong, nameWrong])).toMatchObject({ lines: CARD, isVerified: true });
  });

  it('are agreed on where two say the same of the name, which no digit proves', () => {
    expect(mergeMrz([CARD])).toMatchObject({ isVerified: true, isAgreed: false });
    expect(mergeMrz([CARD, CARD])).toMatchObject({ isVerified: true, isAgreed: true });
  });

  it('are not sound where no reading has a right digit', () => {
    const wrong = CARD.with(1, '9005124M3312315MEX<02<<12345<8');
    expect(mergeMrz([wrong, wrong])).toMatchObject({ isVerified: false });
  });

  it('have fillers where a run of them was taken for letters', () => {
    const read = [
      'P<MEXUGARTE<VILLASENOR<<RAUL<<<<<<CLLLLLLLLK',
      'N720145280MEX9701067M3111253<<<<<<<<LLLL<<06',
    ];
    expect(mergeMrz([read])).toMatchObject({ lines: PASSPORT, isVerified: true });
  });

  it('begin a passport with a letter where one was seen, for its digit does not tell G from 6', () => {
    const withLetter = PASSPORT.with(1, 'G251964425MEX4502029M3101034<<<<<<<<<<<<<<08');
    const withDigit = PASSPORT.with(1, '6251964425MEX4502029M3101034<<<<<<<<<<<<<<08');
    const merged = mergeMrz([withDigit, withDigit, withLetter]);
    expect(merged?.lines[1]).toBe(withLetter[1]);
  });

  it('find the zone below other lines, and none where there is none', () => {
    expect(mergeMrz([['INSTITUTONACIONALELECTORAL', ...CARD]])?.lines).toEqual(CARD);
    expect(mergeMrz([['MEXICO', 'NOMBRE']])).toBeUndefined();
  });
});
