import type { ReportContent, SectionContent } from '../content.ts';
import { findValue, getSection, listGroupRows } from '../find-content.ts';
import { RESERVED_FIELDS } from '../template/reserved-fields.ts';
import { type Sum, sumRows, UNKNOWN_SUM } from './sum-rows.ts';

/** Inputs of the figures: monthly amounts in centavos, and numbers of people and rooms. */
export type HouseholdSums = {
  incomes: Sum;
  expenses: Sum;
  debtPayments: Sum;
  dependants: Sum;
  earners: Sum;
  residents: Sum;
  rooms: Sum;
};

const ZERO_SUM: Sum = { value: 0, rows: 0, isComplete: true };

/** Returns the inputs of the figures, as far as they are known. */
export function sumHousehold(content: ReportContent): HouseholdSums {
  const finances = getSection(content, 'finances');
  const family = getSection(content, 'family');
  const housing = getSection(content, 'housing');
  return {
    incomes: sumColumn(finances, RESERVED_FIELDS.incomes),
    expenses: sumColumn(finances, RESERVED_FIELDS.expenses),
    debtPayments: sumDebts(finances),
    ...countPeople(family),
    residents: getCount(housing, RESERVED_FIELDS.residents.key),
    rooms: getCount(housing, RESERVED_FIELDS.rooms.key),
  };
}

function sumColumn(section: SectionContent, { group, key }: { group: string; key: string }): Sum {
  return sumRows(listGroupRows(section, group), key);
}

/** Returns the sum of the debt payments. Unknown without debts, unless the report states that there are none. */
function sumDebts(finances: SectionContent): Sum {
  const { group, key } = RESERVED_FIELDS.debtPayments;
  const rows = listGroupRows(finances, group);
  const hasDebts = findValue(finances.fields, RESERVED_FIELDS.hasDebts.key);
  return rows.length === 0 && hasDebts === false ? ZERO_SUM : sumRows(rows, key);
}

/** Counts family members and the subject of the report by contribution. Unknown without other family members. */
function countPeople(family: SectionContent): Pick<HouseholdSums, 'dependants' | 'earners'> {
  const { group, key } = RESERVED_FIELDS.memberContributes;
  const members = listGroupRows(family, group);
  if (members.length === 0) return { dependants: UNKNOWN_SUM, earners: UNKNOWN_SUM };
  const contributions = [
    findValue(family.fields, RESERVED_FIELDS.personContributes.key),
    ...members.map((row) => findValue(row.values, key)),
  ];
  const isComplete = contributions.every((answer) => typeof answer === 'boolean');
  const countByContribution = (contributes: boolean): Sum => ({
    value: contributions.filter((answer) => answer === contributes).length,
    rows: contributions.length,
    isComplete,
  });
  return { dependants: countByContribution(false), earners: countByContribution(true) };
}

function getCount({ fields }: SectionContent, key: string): Sum {
  const value = findValue(fields, key);
  return typeof value === 'number' ? { value, rows: 1, isComplete: true } : UNKNOWN_SUM;
}
