import type { ReportContent, SectionContent } from '../content.ts';
import { rowsOfGroup, sectionOf, valueOf } from '../find-content.ts';
import { RESERVED_FIELDS } from '../template/reserved-fields.ts';
import { NOTHING, type Sum, sumRows } from './sum-rows.ts';

/** Amounts in centavos a month, people and rooms counted. */
export type HouseholdSums = {
  incomes: Sum;
  expenses: Sum;
  debtPayments: Sum;
  dependants: Sum;
  earners: Sum;
  residents: Sum;
  rooms: Sum;
};

const NONE: Sum = { value: 0, rows: 0, isComplete: true };

/** Returns the inputs of the figures, as far as they are known. */
export function sumHousehold(content: ReportContent): HouseholdSums {
  const finances = sectionOf(content, 'finances');
  const family = sectionOf(content, 'family');
  const housing = sectionOf(content, 'housing');
  return {
    incomes: sumOf(finances, RESERVED_FIELDS.incomes),
    expenses: sumOf(finances, RESERVED_FIELDS.expenses),
    debtPayments: debtsOf(finances),
    ...peopleOf(family),
    residents: countOf(housing, RESERVED_FIELDS.residents.key),
    rooms: countOf(housing, RESERVED_FIELDS.rooms.key),
  };
}

function sumOf(section: SectionContent, { group, key }: { group: string; key: string }): Sum {
  return sumRows(rowsOfGroup(section, group), key);
}

/** Returns the sum of debts. It is unknown without debts, unless the report states that there are none. */
function debtsOf(finances: SectionContent): Sum {
  const { group, key } = RESERVED_FIELDS.debtPayments;
  const rows = rowsOfGroup(finances, group);
  const hasDebts = valueOf(finances.fields, RESERVED_FIELDS.hasDebts.key);
  return rows.length === 0 && hasDebts === false ? NONE : sumRows(rows, key);
}

/** The family and the person whom the report is about; nothing where no other member is in it. */
function peopleOf(family: SectionContent): Pick<HouseholdSums, 'dependants' | 'earners'> {
  const { group, key } = RESERVED_FIELDS.memberContributes;
  const members = rowsOfGroup(family, group);
  if (members.length === 0) return { dependants: NOTHING, earners: NOTHING };
  const all = [
    valueOf(family.fields, RESERVED_FIELDS.personContributes.key),
    ...members.map((row) => valueOf(row.values, key)),
  ];
  const isComplete = all.every((answer) => typeof answer === 'boolean');
  const countWho = (contributes: boolean): Sum => ({
    value: all.filter((answer) => answer === contributes).length,
    rows: all.length,
    isComplete,
  });
  return { dependants: countWho(false), earners: countWho(true) };
}

function countOf({ fields }: SectionContent, key: string): Sum {
  const value = valueOf(fields, key);
  return typeof value === 'number' ? { value, rows: 1, isComplete: true } : NOTHING;
}
