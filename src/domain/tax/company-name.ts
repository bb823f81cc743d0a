import { stripMexicanForms } from '../legal-forms/strip-legal-forms.ts';
import { cleanName } from './clean-name.ts';

/** Name of a company without its legal form, and the form in initials with separate words: `SA DE CV`. */
export type CompanyName = { core: string; legalForm: string };

/** Parses a company name. A name that consists of a legal form only is all core. */
export function parseCompanyName(name: string): CompanyName {
  const { core, forms } = stripMexicanForms(cleanName(name).split(' '));
  const legalForm = forms
    .map(({ initials }) => initials)
    .filter((initials) => initials !== '')
    .join(' ');
  return { core: core.join(' '), legalForm };
}

/**
 * Returns the full names from which the homoclave may have been computed: with the legal form until the middle of
 * 2006, as the public lists of the SAT show, and without it since.
 */
export function listCompanyFullNames({ core, legalForm }: CompanyName): string[] {
  return legalForm === '' ? [core] : [core, `${core} ${legalForm}`];
}
