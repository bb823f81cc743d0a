export const FIGURE_KEYS = [
  'total_income',
  'total_expenses',
  'balance',
  'savings_rate',
  'debt_service',
  'dependants_per_earner',
  'overcrowding',
] as const;
export type FigureKey = (typeof FIGURE_KEYS)[number];

export const FIGURE_KINDS = ['money', 'percent', 'ratio'] as const;
/** Money in centavos, a percentage in hundredths of a percent (3193 is 31.93 %), a ratio in hundredths. */
export type FigureKind = (typeof FIGURE_KINDS)[number];

export const FIGURE_INPUTS = [
  'incomes',
  'expenses',
  'debt_payments',
  'total_income',
  'total_expenses',
  'balance',
  'dependants',
  'earners',
  'residents',
  'rooms',
] as const;
export type FigureInputKey = (typeof FIGURE_INPUTS)[number];

/** Input of a figure: centavos or a count. `of` is the number of rows in a sum. */
export type FigureInput = {
  key: FigureInputKey;
  kind: 'money' | 'count';
  value: number;
  of: number | null;
};

export const GAP_REASONS = ['not_given', 'incomplete', 'zero', 'too_small'] as const;
/**
 * Missing input of a figure. `not_given`: it is unknown. `incomplete`: some of its rows are unknown. `zero`: it is the
 * divisor and zero. `too_small`: the quotient by it would exceed the safe integers.
 */
export type FigureGap = { key: FigureInputKey; reason: (typeof GAP_REASONS)[number] };

/**
 * Computed number. `value` is null when it cannot be computed. `isPartial` is true when inputs are unknown, which
 * `gaps` lists.
 */
export type Figure = {
  key: FigureKey;
  kind: FigureKind;
  value: number | null;
  formula: string;
  inputs: FigureInput[];
  isPartial: boolean;
  gaps: FigureGap[];
  /** Threshold of an authority, in the unit of the value. */
  threshold: { value: number; isOver: boolean; source: string } | null;
};
