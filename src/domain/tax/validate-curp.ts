import { type Curp, parseCurp, type Sex } from './curp.ts';
import { normalizeTaxId } from './normalize-id.ts';
import type { CheckDigit } from './rfc.ts';

/** Reasons why a CURP is invalid. `check_digit` only with a strict check. */
export const CURP_ERRORS = ['format', 'date', 'check_digit'] as const;
export type CurpError = (typeof CURP_ERRORS)[number];
/** Anomalies of a CURP that may still be valid. */
export const CURP_WARNINGS = ['check_digit'] as const;
export type CurpWarning = (typeof CURP_WARNINGS)[number];

export type CurpCheckInput = {
  curp: string;
  /** Makes a wrong check digit an error. */
  strict?: boolean | null | undefined;
};

export type CurpValidation = {
  /** CURP as sent. */
  curp: string;
  normalized: string;
  valid: boolean;
  /** `YYYY-MM-DD`. */
  birthDate: string | null;
  sex: Sex | null;
  state: string | null;
  checkDigit: CheckDigit | null;
  errors: CurpError[];
  warnings: CurpWarning[];
};

/**
 * Checks the form and date of a CURP; `today` is `YYYY-MM-DD`, and later birth dates are invalid. CURPs with a wrong
 * check digit have been issued, so that it is an error only in a strict check. No registry is consulted.
 */
export function checkCurp({ curp, strict }: CurpCheckInput, today: string): CurpValidation {
  const normalized = normalizeTaxId(curp);
  const parsed = parseCurp(normalized);
  if (parsed === undefined) return { curp, normalized, ...NOT_A_CURP };
  const { sex, state, checkDigit } = parsed;
  const birthDate = getBirthDateUntil(parsed, today);
  const errors: CurpError[] = birthDate === null ? ['date'] : [];
  const warnings: CurpWarning[] = [];
  if (!checkDigit.ok) (strict === true ? errors : warnings).push('check_digit');
  const valid = errors.length === 0;
  return { curp, normalized, valid, birthDate, sex, state, checkDigit, errors, warnings };
}

const NOT_A_CURP = {
  valid: false,
  birthDate: null,
  sex: null,
  state: null,
  checkDigit: null,
  errors: ['format'],
  warnings: [],
} satisfies Partial<CurpValidation>;

/** Returns the birth date; null when it is no calendar date or in the future. */
export function getBirthDateUntil({ birthDate }: Curp, today: string): string | null {
  return birthDate === undefined || birthDate > today ? null : birthDate;
}
