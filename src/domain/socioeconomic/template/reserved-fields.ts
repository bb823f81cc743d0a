import type { ValueKind } from '../value.ts';
import type { SectionKey } from './section-keys.ts';

/** Field that figures are computed from. A template may omit it, but must not give it another kind. */
export type ReservedField = {
  section: SectionKey;
  group: string | null;
  key: string;
  kind: ValueKind;
};

/**
 * Fields of the figures. Amounts are monthly. Rooms are counted as by CONEVAL: with the kitchen, without corridors and
 * bathrooms. A member who contributes is an earner, any other member a dependant.
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
