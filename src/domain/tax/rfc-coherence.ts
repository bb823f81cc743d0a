import { listCompanyLetters } from './company-letters.ts';
import { companyFullNames, readCompanyName } from './company-name.ts';
import { parseCurp } from './curp.ts';
import { computeHomoclave } from './homoclave.ts';
import { normalizeTaxId } from './normalize-id.ts';
import { type PersonName, personFullName, personLetters } from './person-letters.ts';
import type { Rfc } from './rfc.ts';
import { bornBy } from './validate-curp.ts';

/** Known facts about the holder of the RFC. Null, absent and blank values are unknown. */
export type KnownFacts = {
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
  /** True when the letters are those of the name. */
  namePrefix: boolean | null;
  /** True when the complete RFC equals the one computed from name and date. Never true for a homonym. */
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
export type KnownDates = { date: string | null; curpDate: string | null; hasBadCurp: boolean };

/** `today` is `YYYY-MM-DD`; only a natural person has a CURP. */
export function readDates({ kind }: Rfc, facts: KnownFacts, today: string): KnownDates {
  const date = facts.birthOrConstitutionDate || null;
  const curp = kind === 'natural' ? normalizeTaxId(facts.curp ?? '') : '';
  const parsed = parseCurp(curp);
  const curpDate = parsed === undefined ? null : bornBy(parsed, today);
  return { date, curpDate, hasBadCurp: curp !== '' && curpDate === null };
}

/** `dates` are the days that the RFC's own may mean. */
export function checkCoherence(
  rfc: Rfc,
  dates: readonly string[],
  { facts, known }: { facts: KnownFacts; known: KnownDates },
): RfcCoherence {
  const fits = (date: string | null) => (date === null ? null : dates.includes(date));
  const dateMatch = fits(known.date);
  const { letters, names } = computeFrom(rfc, facts);
  const namePrefix = letters.length === 0 ? null : letters.includes(rfc.letters);
  const hasHomoclave = () => names.some((name) => computeHomoclave(name) === rfc.homoclave);
  return {
    namePrefix,
    fullRfcMatch: namePrefix && rfc.checkDigit.ok && dateMatch !== false && hasHomoclave(),
    dateMatch,
    curpDateMatch: fits(known.curpDate),
  };
}

/** The letters that the name may give, and the full names that the homoclave may be of. */
type Computed = { letters: string[]; names: string[] };

function computeFrom({ kind }: Rfc, facts: KnownFacts): Computed {
  if (kind === 'legal') {
    const name = readCompanyName(facts.name ?? '');
    return { letters: listCompanyLetters(name), names: companyFullNames(name) };
  }
  const name: PersonName = {
    given: facts.name ?? '',
    paternal: facts.paternalSurname ?? '',
    maternal: facts.maternalSurname ?? '',
  };
  const letters = personLetters(name);
  return { letters: letters === undefined ? [] : [letters], names: [personFullName(name)] };
}
