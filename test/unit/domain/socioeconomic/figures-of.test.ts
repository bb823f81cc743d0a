import { assert, integer, pre, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_TEMPLATE } from '../../../../src/domain/socioeconomic/default/default-template.ts';
import { toHundredths, toPercentHundredths } from '../../../../src/domain/socioeconomic/divide.ts';
import { computeFigures } from '../../../../src/domain/socioeconomic/figures/compute-figures.ts';
import type { Figure, FigureKey } from '../../../../src/domain/socioeconomic/figures/figure.ts';
import { FIGURE_KEYS } from '../../../../src/domain/socioeconomic/figures/figure.ts';
import { gatherSections } from '../../../../src/domain/socioeconomic/gather-sections.ts';
import { HOUSEHOLD_MONEY, inventMaterial } from '../../../support/data/socioeconomic.ts';
import { inventHousehold } from '../../../support/data/socioeconomic-household.ts';

function figures(answers: Readonly<Record<string, string>>): Record<FigureKey, Figure> {
  const all = computeFigures(gatherSections(DEFAULT_TEMPLATE, inventMaterial(answers)));
  const of = (key: FigureKey): Figure => {
    const found = all.find((one) => one.key === key);
    if (found === undefined) throw new Error(`No figure ${key}.`);
    return found;
  };
  expect(all.map(({ key }) => key)).toEqual(FIGURE_KEYS);
  return {
    total_income: of('total_income'),
    total_expenses: of('total_expenses'),
    balance: of('balance'),
    savings_rate: of('savings_rate'),
    debt_service: of('debt_service'),
    dependants_per_earner: of('dependants_per_earner'),
    overcrowding: of('overcrowding'),
  };
}

describe('the figures of a report', () => {
  it('are the worked example: 28,500, 19,400, 9,100 and 31.93 %', () => {
    const { total_income, total_expenses, balance, savings_rate } = figures(HOUSEHOLD_MONEY);
    expect(total_income).toMatchObject({ value: 2_850_000, isPartial: false });
    expect(total_expenses).toMatchObject({ value: 1_940_000, isPartial: false });
    expect(balance).toMatchObject({ value: 910_000, isPartial: false });
    expect(savings_rate).toEqual({
      key: 'savings_rate',
      kind: 'percent',
      value: 3193,
      formula: 'saldo ÷ ingreso total',
      inputs: [
        { key: 'balance', kind: 'money', value: 910_000, of: null },
        { key: 'total_income', kind: 'money', value: 2_850_000, of: null },
      ],
      isPartial: false,
      gaps: [],
      threshold: null,
    });
  });

  it('are all computed of a household that says everything', () => {
    const all = computeFigures(gatherSections(DEFAULT_TEMPLATE, inventHousehold()));
    expect(all.map(({ key, value }) => [key, value])).toEqual([
      ['total_income', 2_850_000],
      ['total_expenses', 1_940_000],
      ['balance', 910_000],
      ['savings_rate', 3193],
      // 1,425 of 28,500.
      ['debt_service', 500],
      // Two children, the person and the spouse.
      ['dependants_per_earner', 100],
      ['overcrowding', 133],
    ]);
    expect(all.every((one) => !one.isPartial && one.gaps.length === 0)).toBe(true);
  });

  it('say that they are partial where a row lacks its amount, and so does all that follows', () => {
    const all = figures({ ...HOUSEHOLD_MONEY, finances_incomes_2_amount: '3.500' });
    const gaps = [{ key: 'incomes', reason: 'incomplete' }];
    expect(all.total_income).toMatchObject({ value: 2_500_000, isPartial: true, gaps });
    expect(all.total_income.inputs).toEqual([
      { key: 'incomes', kind: 'money', value: 2_500_000, of: 1 },
    ]);
    for (const key of ['balance', 'savings_rate'] as const)
      expect(all[key]).toMatchObject({ isPartial: true, gaps });
    expect(all.total_expenses).toMatchObject({ isPartial: false, gaps: [] });
  });

  it('are not computed from nothing', () => {
    for (const figure of Object.values(figures({})))
      expect(figure).toMatchObject({ value: null, isPartial: false, inputs: [] });
    expect(figures({}).balance.gaps).toEqual([
      { key: 'incomes', reason: 'not_given' },
      { key: 'expenses', reason: 'not_given' },
    ]);
  });

  it('take no debts for granted: 0 % only where somebody says that there are none', () => {
    expect(figures(HOUSEHOLD_MONEY).debt_service).toMatchObject({
      value: null,
      gaps: [{ key: 'debt_payments', reason: 'not_given' }],
    });
    const none = { ...HOUSEHOLD_MONEY, finances_has_debts: 'No' };
    expect(figures(none).debt_service).toMatchObject({ value: 0, isPartial: false });
    const some = { ...HOUSEHOLD_MONEY, finances_has_debts: 'Sí' };
    expect(figures(some).debt_service.value).toBeNull();
  });

  it('divide by no zero, and show a deficit as one', () => {
    const answers = { finances_incomes_1_amount: '0', finances_expenses_1_amount: '100' };
    const { balance, savings_rate } = figures(answers);
    expect(balance.value).toBe(-10_000);
    expect(savings_rate).toMatchObject({
      value: null,
      gaps: [{ key: 'total_income', reason: 'zero' }],
    });
    const negative = { finances_incomes_1_amount: '300', finances_expenses_1_amount: '400' };
    expect(figures(negative).savings_rate.value).toBe(-3333);
  });

  it('are told in numbers that any reader of JSON holds, or not at all', () => {
    const answers = { finances_incomes_1_amount: '0.01', finances_expenses_1_amount: '10' };
    const debts = { finances_debts_1_payment: '10,000,000,000' };
    const { savings_rate, debt_service } = figures({ ...answers, ...debts });
    expect(savings_rate.value).toBe(-9_990_000);
    expect(debt_service).toMatchObject({
      value: null,
      isPartial: false,
      gaps: [{ key: 'total_income', reason: 'too_small' }],
    });
  });

  it.each([
    { residents: '5', rooms: '2', value: 250, isOver: false },
    { residents: '6', rooms: '2', value: 300, isOver: true },
    // 2.5025, which is shown as 2.50.
    { residents: '1001', rooms: '400', value: 250, isOver: true },
  ])(
    '$residents people in $rooms rooms are overcrowded by CONEVAL only over 2.5',
    ({ residents, rooms, value, isOver }) => {
      const { overcrowding } = figures({ housing_residents: residents, housing_rooms: rooms });
      expect(overcrowding.value).toBe(value);
      expect(overcrowding.threshold).toMatchObject({ value: 250, isOver });
      expect(overcrowding.threshold?.source).toContain('CONEVAL');
    },
  );

  it('count who is known to contribute and say where somebody is not', () => {
    const members = {
      family_members_1_name: 'Uno',
      family_members_1_contributes: 'no',
      family_members_2_name: 'Dos',
    };
    expect(figures({ ...members, family_contributes: 'sí' }).dependants_per_earner).toMatchObject({
      value: 100,
      isPartial: true,
    });
    expect(figures(members).dependants_per_earner.value).toBeNull();
  });
});

describe('a quotient in hundredths', () => {
  it.each([
    [1, 200, 1],
    [1, 201, 0],
    [-1, 200, 0],
    [-3, 200, -1],
    [2, 3, 67],
  ])('%d ÷ %d is %d, half up', (dividend, divisor, expected) => {
    expect(toHundredths(dividend, divisor)).toBe(expected);
  });

  it('is the nearest there is, whatever the amounts', () => {
    const amount = integer({ min: 0, max: 40_000_000_000_000 });
    assert(
      property(amount, amount, (part, whole) => {
        pre(whole > 0 && part <= whole);
        const off =
          BigInt(part) * 10_000n - BigInt(toPercentHundredths(part, whole)) * BigInt(whole);
        // At most half of a hundredth away, and up where it is just half.
        expect(2n * off < BigInt(whole) && 2n * off >= -BigInt(whole)).toBe(true);
      }),
    );
  });
});
