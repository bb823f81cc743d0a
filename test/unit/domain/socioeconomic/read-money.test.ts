import { assert, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readMoney } from '../../../../src/domain/socioeconomic/read-money.ts';
import { MONEY_MAX } from '../../../../src/domain/socioeconomic/value.ts';

describe('an amount as somebody wrote it', () => {
  it.each([
    ['$25,000.00', 2_500_000],
    ['25 000', 2_500_000],
    ['25000', 2_500_000],
    ['$ 25,000.5', 2_500_050],
    ['25,000 pesos', 2_500_000],
    ['MXN 1,234,567.89', 123_456_789],
    ["1'250,000.00 M.N.", 125_000_000],
    ['3\u00a0500.10', 350_010],
    ['0', 0],
    ['10,000,000,000.00', MONEY_MAX],
  ])('%s is read to whole centavos', (text, centavos) => {
    expect(readMoney(text)).toEqual({ kind: 'parsed', centavos });
  });

  it.each([
    // Twenty-five thousand with a point for thousands, or twenty-five with three decimals.
    ['25.000', 'ambiguous'],
    ['25,50', 'ambiguous'],
    ['25.000,00', 'ambiguous'],
    ['25000.123', 'ambiguous'],
    ['2,50,000', 'ambiguous'],
    ['0,500', 'ambiguous'],
    ["25'000", 'ambiguous'],
    ['25 mil', 'ambiguous'],
    ['20,000 a 25,000', 'ambiguous'],
    ['20,000-25,000', 'ambiguous'],
    ['US$500', 'ambiguous'],
    ['1e6', 'ambiguous'],
    ['50 centavos', 'ambiguous'],
    ['25000¹', 'ambiguous'],
    ['10²', 'ambiguous'],
    ['½', 'ambiguous'],
    ['-500', 'negative'],
    ['$-500.00', 'negative'],
    ['−$500', 'negative'],
    ['(1,200.00)', 'negative'],
    ['no sé', 'not_a_number'],
    ['$', 'not_a_number'],
    ['10,000,000,000.01', 'too_large'],
    ['9'.repeat(400), 'too_large'],
  ])('%s is not read: %s', (text, reason) => {
    expect(readMoney(text)).toEqual({ kind: 'unreadable', reason });
  });

  it('reads back exactly what it is given in each of the ways of writing it', () => {
    assert(
      property(integer({ min: 0, max: MONEY_MAX }), (centavos) => {
        const pesos = String(Math.floor(centavos / 100));
        const cents = String(centavos % 100).padStart(2, '0');
        const by = (between: string) => pesos.replace(/\B(?=(?:\d{3})+$)/g, between);
        for (const text of [pesos, by(','), by(' ')])
          expect(readMoney(`$${text}.${cents}`)).toEqual({ kind: 'parsed', centavos });
      }),
    );
  });
});
