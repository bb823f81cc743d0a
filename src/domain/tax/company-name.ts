import { stripMexicanForms } from '../legal-forms/strip-legal-forms.ts';
import { cleanName } from './clean-name.ts';

/** A company's name without its legal form, and the form in its initials, such as `SA DE CV`, with its words apart. */
export type CompanyName = { core: string; legalForm: string };

/** A name that is a legal form alone is all core. */
export function readCompanyName(name: string): CompanyName {
  const { core, forms } = stripMexicanForms(cleanName(name).split(' '));
  const legalForm = forms
    .map(({ short }) => short)
    .filter((short) => short !== '')
    .join(' ');
  return { core: core.join(' '), legalForm };
}

/**
 * What the homoclave may have been computed from: the name with the legal form until the middle of 2006, as
 * the public lists of the SAT show, and without it since.
 */
export function companyFullNames({ core, legalForm }: CompanyName): string[] {
  return legalForm === '' ? [core] : [core, `${core} ${legalForm}`];
}
