import { listCompanyLetters } from './company-letters.ts';
import { listCompanyFullNames, parseCompanyName } from './company-name.ts';
import { parseCurp } from './curp.ts';
import { computeHomoclave } from './homoclave.ts';
import { normalizeTaxId } from './normalize-id.ts';
import { type PersonName, toPersonFullName, toPersonLetters } from './person-letters.ts';
import type { Rfc } from './rfc.ts';
import { getBirthDateUntil } from './validate-curp.ts';

/** Known facts about the holder of the RFC. Null, absent and blank values are unknown. */
export type HolderFacts = {
  /** Given names, or the name of a legal entity. */
  name?: string | null | undefined;
  paternalSurname?: string | null | undefined;
  maternalSurname?: string | null | undefined;
  /** `YYYY-MM-DD`; of birth for a natural person, of constitution for a legal entity. */
  birthOrConstitutionDate?: string | null | undefined;
  curp?: string | null | undefined;
};

/** Consistency of the facts with the RFC. Null when a fact is unknown or does not apply. */
export type RfcCoherence = {
  /** True when the letters of the RFC follow from the name. */
  namePrefix: boolean | null;
  /**
   * True when letters, homoclave and check digit equal the computed ones and the date does not contradict the RFC.
   * False for a taxpayer who received another homoclave because the computed one was taken.
   */
  fullRfcMatch: boolean | null;
  dateMatch: boolean | null;
  curpDateMatch: boolean | null;
};

export const NO_COHERENCE: RfcCoherence = {
  namePrefix: null,
  fullRfcMatch: null,
  dateMatch: null,
  curpDateMatch: null,
};

/** Dates of the facts. `hasBadCurp` is true when an invalid CURP was sent. */
export type HolderDates = { date: string | null; curpDate: string | null; hasBadCurp: boolean };

/** Reads the dates from the facts. `today` is `YYYY-MM-DD`; only a natural person has a CURP. */
export function parseHolderDates({ kind }: Rfc, facts: HolderFacts, today: string): HolderDates {
  const date = facts.birthOrConstitutionDate || null;
  const curp = kind === 'natural' ? normalizeTaxId(facts.curp ?? '') : '';
  const parsed = parseCurp(curp);
  const curpDate = parsed === undefined ? null : getBirthDateUntil(parsed, today);
  return { date, curpDate, hasBadCurp: curp !== '' && curpDate === null };
}

/** Checks the facts against the RFC. `dates` are the possible dates of the RFC. */
export function checkCoherence(
  rfc: Rfc,
  dates: readonly string[],
  { facts, holderDates }: { facts: HolderFacts; holderDates: HolderDates },
): RfcCoherence {
  const matchDate = (date: string | null) => (date === null ? null : dates.includes(date));
  const dateMatch = matchDate(holderDates.date);
  const { letters, names } = computeRfcParts(rfc, facts);
  const namePrefix = letters.length === 0 ? null : letters.includes(rfc.letters);
  const hasHomoclave = () => names.some((name) => computeHomoclave(name) === rfc.homoclave);
  return {
    namePrefix,
    fullRfcMatch: namePrefix && rfc.checkDigit.ok && dateMatch !== false && hasHomoclave(),
    dateMatch,
    curpDateMatch: matchDate(holderDates.curpDate),
  };
}

/** Letters that may follow from the name, and full names from which the homoclave may have been computed. */
type ComputedRfcParts = { letters: string[]; names: string[] };

function computeRfcParts({ kind }: Rfc, facts: HolderFacts): ComputedRfcParts {
  if (kind === 'legal') {
    const name = parseCompanyName(facts.name ?? '');
    return { letters: listCompanyLetters(name), names: listCompanyFullNames(name) };
  }
  const name: PersonName = {
    given: facts.name ?? '',
    paternal: facts.paternalSurname ?? '',
    maternal: facts.maternalSurname ?? '',
  };
  const letters = toPersonLetters(name);
  return { letters: letters === undefined ? [] : [letters], names: [toPersonFullName(name)] };
}
