import type { PersonType } from '../business/participant.ts';
import { isForbiddenWord } from './forbidden-words.ts';
import { normalizeTaxId } from './normalize-id.ts';
import { type CheckDigit, listDates, parseRfc, type Rfc, type RfcKind } from './rfc.ts';
import {
  checkCoherence,
  type KnownDates,
  type KnownFacts,
  NO_COHERENCE,
  type RfcCoherence,
  readDates,
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

export type RfcQuestion = KnownFacts & {
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
  /** `YYYY-MM-DD`; null while the century is not known. */
  date: string | null;
  /** Every day that is meant or may be. */
  possibleDates: string[];
  centuryAmbiguous: boolean;
  /** Null where there is none: of what has not the form of an RFC, and of the two fixed ones. */
  checkDigit: CheckDigit | null;
  forbiddenWord: boolean;
  errors: RfcError[];
  warnings: RfcWarning[];
  coherence: RfcCoherence;
};

/**
 * Whether a text has the form and a real date of an RFC, and fits what else is known; `today` is `YYYY-MM-DD`, and no
 * date of an RFC is after it. Real ones with a wrong check digit exist, so that it is an error only where
 * asked for. The registry of the SAT is not consulted.
 */
export function checkRfc(question: RfcQuestion, today: string): RfcValidation {
  const { rfc } = question;
  const normalized = normalizeTaxId(rfc);
  const parsed = parseRfc(normalized);
  if (parsed === undefined) return { rfc, normalized, ...NOT_AN_RFC };
  const { kind, letters } = parsed;
  if (kind === 'generic' || kind === 'foreign')
    return { rfc, normalized, ...NOT_AN_RFC, valid: true, kind, errors: [] };
  const dates = listDates(parsed.date);
  const past = dates.filter((day) => day <= today);
  const known = readDates(parsed, question, today);
  const possibleDates = settleCentury(past, known);
  const errors = listErrors(parsed, dates, question);
  const forbiddenWord = kind === 'natural' && isForbiddenWord(letters);
  const coherence = checkCoherence(parsed, past, { facts: question, known });
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
    warnings: listWarnings(parsed, question, { known, coherence, forbiddenWord }),
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
function settleCentury(days: string[], { date, curpDate }: KnownDates): string[] {
  const known = [date, curpDate].find((one) => one !== null && days.includes(one));
  return known === undefined || known === null ? days : [known];
}

function listErrors(
  { checkDigit }: Rfc,
  dates: readonly string[],
  { strict }: RfcQuestion,
): RfcError[] {
  const errors: RfcError[] = dates.length === 0 ? ['date'] : [];
  return strict === true && !checkDigit.ok ? [...errors, 'check_digit'] : errors;
}

type Found = { known: KnownDates; coherence: RfcCoherence; forbiddenWord: boolean };

function listWarnings(rfc: Rfc, { strict, personType }: RfcQuestion, found: Found): RfcWarning[] {
  const { coherence } = found;
  const isSaid: Record<RfcWarning, boolean> = {
    check_digit: !rfc.checkDigit.ok && strict !== true,
    forbidden_word: found.forbiddenWord,
    second_letter: rfc.kind === 'natural' && !/^.[AEIOUX]/.test(rfc.letters),
    person_type: (personType ?? rfc.kind) !== rfc.kind,
    name: coherence.namePrefix === false,
    date: coherence.dateMatch === false,
    curp: found.known.hasBadCurp,
    curp_date: coherence.curpDateMatch === false,
  };
  return RFC_WARNINGS.filter((warning) => isSaid[warning]);
}
