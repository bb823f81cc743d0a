import { expect, it } from 'vitest';
import { loadConfig } from '../../../src/config/config.ts';
import { DEFAULT_LOOK_BACK } from '../../../src/domain/screening/tenure.ts';

it('an operator says how far is looked back, and without a word it is as is usual', () => {
  expect(loadConfig({}).lookBack).toEqual(DEFAULT_LOOK_BACK);
  const said = loadConfig({
    PEP_LOOK_BACK_MONTHS: 'unlimited',
    PEP_LOOK_BACK_FOREIGN_MONTHS: '1200',
  });
  expect(said.lookBack).toEqual({ nationalMonths: null, foreignMonths: 1200 });
  expect(loadConfig({ PEP_LOOK_BACK_MONTHS: '0' }).lookBack.nationalMonths).toBe(0);
});

it.each(['-1', '1.5', '1201', 'never', '1e2'])('a look-back of %s is refused by name', (said) => {
  expect(() => loadConfig({ PEP_LOOK_BACK_MONTHS: said })).toThrow(/PEP_LOOK_BACK_MONTHS/);
});
