import type { ValueKind } from '../value.ts';
import type { SectionKey } from './section-keys.ts';

/** A field that figures are computed from: a template that has it has it as such. */
export type ReservedField = {
  section: SectionKey;
  group: string | null;
  key: string;
  kind: ValueKind;
};

/**
 * Fields of the figures. Amounts are monthly. Rooms are those that CONEVAL counts: with the kitchen, without corridors and bathrooms. A
 * member who contributes pays for the household; any other member depends on it.
 */
export const RESERVED_FIELDS = {
  incomes: { section: 'finances', group: 'incomes', key: 'amount', kind: 'money' },
  expenses: { section: 'finances', group: 'expenses', key: 'amount', kind: 'money' },
  debtPayments: { section: 'finances', group: 'debts', key: 'payment', kind: 'money' },
  hasDebts: { section: 'finances', group: null, key: 'has_debts', kind: 'yes_no' },
  memberContributes: { section: 'family', group: 'members', key: 'contributes', kind: 'yes_no' },
  personContributes: { section: 'family', group: null, key: 'contributes', kind: 'yes_no' },
  residents: { section: 'housing', group: null, key: 'residents', kind: 'count' },
  rooms: { section: 'housing', group: null, key: 'rooms', kind: 'count' },
} as const satisfies Record<string, ReservedField>;
