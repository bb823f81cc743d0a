import type { PersonType } from '../business/participant.ts';
import { isForbiddenWord } from './forbidden-words.ts';
import { normalizeTaxId } from './normalize-id.ts';
import { type CheckDigit, listDates, parseRfc, type Rfc, type RfcKind } from './rfc.ts';
import {
  checkCoherence,
  type HolderDates,
  type HolderFacts,
  NO_COHERENCE,
  parseHolderDates,
  type RfcCoherence,
} from './rfc-coherence.ts';

/** Reasons why an RFC is invalid. `check_digit` only with a strict check. */
export const RFC_ERRORS = ['format', 'date', 'check_digit'] as const;
export type RfcError = (typeof RFC_ERRORS)[number];

/** Anomalies of an RFC that may still be valid. */
export const RFC_WARNINGS = [
  'check_digit',
  'forbidden_word',
  'second_letter',
  'person_type',
  'name',
  'date',
  'curp',
  'curp_date',
] as const;
export type RfcWarning = (typeof RFC_WARNINGS)[number];

export type RfcCheckInput = HolderFacts & {
  rfc: string;
  personType?: PersonType | null | undefined;
  /** Makes a wrong check digit an error. */
  strict?: boolean | null | undefined;
};

export type RfcValidation = {
  /** RFC as sent. */
  rfc: string;
  normalized: string;
  valid: boolean;
  kind: RfcKind | null;
  /** `YYYY-MM-DD`; null when the century is ambiguous or no date is possible. */
  date: string | null;
  /** All possible dates. */
  possibleDates: string[];
  centuryAmbiguous: boolean;
  /** Null for a text without the form of an RFC, and for the two generic ones. */
  checkDigit: CheckDigit | null;
  forbiddenWord: boolean;
  errors: RfcError[];
  warnings: RfcWarning[];
  coherence: RfcCoherence;
};

/**
 * Checks the form and date of an RFC and its consistency with other known facts; `today` is `YYYY-MM-DD`, and later
 * dates are not possible. RFCs with a wrong check digit have been issued, so that it is an error only in a strict
 * check. The registry of the SAT is not consulted.
 */
export function checkRfc(input: RfcCheckInput, today: string): RfcValidation {
  const { rfc } = input;
  const normalized = normalizeTaxId(rfc);
  const parsed = parseRfc(normalized);
  if (parsed === undefined) return { rfc, normalized, ...NOT_AN_RFC };
  const { kind, letters } = parsed;
  if (kind === 'generic' || kind === 'foreign')
    return { rfc, normalized, ...NOT_AN_RFC, valid: true, kind, errors: [] };
  const dates = listDates(parsed.date);
  const pastDates = dates.filter((day) => day <= today);
  const holderDates = parseHolderDates(parsed, input, today);
  const possibleDates = resolveCentury(pastDates, holderDates);
  const errors = listErrors(parsed, dates, input);
  const forbiddenWord = kind === 'natural' && isForbiddenWord(letters);
  const coherence = checkCoherence(parsed, pastDates, { facts: input, holderDates });
  return {
    rfc,
    normalized,
    valid: errors.length === 0,
    kind,
    date: possibleDates.length === 1 ? (possibleDates[0] ?? null) : null,
    possibleDates,
    centuryAmbiguous: possibleDates.length > 1,
    checkDigit: parsed.checkDigit,
    forbiddenWord,
    errors,
    warnings: listWarnings(parsed, input, { holderDates, coherence, forbiddenWord }),
    coherence,
  };
}

const NOT_AN_RFC = {
  valid: false,
  kind: null,
  date: null,
  possibleDates: [],
  centuryAmbiguous: false,
  checkDigit: null,
  forbiddenWord: false,
  errors: ['format'],
  warnings: [],
  coherence: NO_COHERENCE,
} satisfies Partial<RfcValidation>;

/** A matching known date determines the century: the sent date before that of the CURP. */
function resolveCentury(days: string[], { date, curpDate }: HolderDates): string[] {
  const matchingDate = [date, curpDate].find(
    (knownDate) => knownDate !== null && days.includes(knownDate),
  );
  return matchingDate === undefined || matchingDate === null ? days : [matchingDate];
}

function listErrors(
  { checkDigit }: Rfc,
  dates: readonly string[],
  { strict }: RfcCheckInput,
): RfcError[] {
  const errors: RfcError[] = dates.length === 0 ? ['date'] : [];
  return strict === true && !checkDigit.ok ? [...errors, 'check_digit'] : errors;
}

type WarningInput = { holderDates: HolderDates; coherence: RfcCoherence; forbiddenWord: boolean };

function listWarnings(
  rfc: Rfc,
  { strict, personType }: RfcCheckInput,
  input: WarningInput,
): RfcWarning[] {
  const { coherence } = input;
  const applies: Record<RfcWarning, boolean> = {
    check_digit: !rfc.checkDigit.ok && strict !== true,
    forbidden_word: input.forbiddenWord,
    second_letter: rfc.kind === 'natural' && !/^.[AEIOUX]/.test(rfc.letters),
    person_type: (personType ?? rfc.kind) !== rfc.kind,
    name: coherence.namePrefix === false,
    date: coherence.dateMatch === false,
    curp: input.holderDates.hasBadCurp,
    curp_date: coherence.curpDateMatch === false,
  };
  return RFC_WARNINGS.filter((warning) => applies[warning]);
}
