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

/** What a figure was computed from: centavos or a count; `of` is how many rows a sum is of. */
export type FigureInput = {
  key: FigureInputKey;
  kind: 'money' | 'count';
  value: number;
  of: number | null;
};

export const GAP_REASONS = ['not_given', 'incomplete', 'zero', 'too_small'] as const;
/**
 * `not_given`: there is nothing of it. `incomplete`: a part of it is not known. `zero`: it cannot divide. `too_small`: it is so
 * little that no number holds what it would divide into.
 */
export type FigureGap = { key: FigureInputKey; reason: (typeof GAP_REASONS)[number] };

/**
 * A number that follows from others. `value` is null where it cannot be computed; `isPartial` where it was, from what is known
 * alone, and `gaps` says what lacked.
 */
export type Figure = {
  key: FigureKey;
  kind: FigureKind;
  value: number | null;
  formula: string;
  inputs: FigureInput[];
  isPartial: boolean;
  gaps: FigureGap[];
  /** What an authority takes for too much, in the units of the value. */
  threshold: { value: number; isOver: boolean; source: string } | null;
};
