import { cleanName } from './clean-name.ts';

/** A company's name without its legal form, such as `SA DE CV`, and the form with its words apart. */
export type CompanyName = { core: string; legalForm: string };

/** All words of a legal form written as one, for lists part them as they like. */
const LEGAL_FORM = new RegExp(
  '^(SAPIB?|SA[BS]?|SPR|SSS|SC[LPSU]?|SNC|SRL|S(?=DER|EN)|AENP|ACP?|ARIC?|IAP|ABP|SOCIEDAD(ANONIMA|CIVIL|COOPERATIVA))' +
    '(ENNC|ENC(PORA)?)?(DEP)?(DER[ILSU]|DERESPONSABILIDAD(I?LIMITADA))?(DEC[RV]|DECAPITALVARIABLE)?(MI)?(SOFOM)?(E?N?R)?$',
);
const WORDS_MAX = 10;

/** A name that is a legal form alone is all core. */
export function readCompanyName(name: string): CompanyName {
  const clean = cleanName(name);
  const words = clean.split(' ');
  for (let count = Math.min(WORDS_MAX, words.length - 1); count > 0; count -= 1) {
    const form = words.slice(-count).join('');
    if (LEGAL_FORM.test(form))
      return { core: words.slice(0, -count).join(' '), legalForm: partWords(form) };
  }
  return { core: clean, legalForm: '' };
}

/**
 * What the homoclave may have been computed from: the name with the legal form until the middle of 2006, as
 * the public lists of the SAT show, and without it since.
 */
export function companyFullNames({ core, legalForm }: CompanyName): string[] {
  return legalForm === '' ? [core] : [core, `${core} ${legalForm}`];
}

function partWords(form: string): string {
  return form.replace(/(?<=.)(DE|EN)(?=R[ILSU]|C)/g, ' $1 ');
}
