import { findCountryCode } from '../countries/country-code.ts';

/** True when a list says Mexico, in whichever words. */
export function isMexico(country: string): boolean {
  return findCountryCode(country) === 'MX';
}
