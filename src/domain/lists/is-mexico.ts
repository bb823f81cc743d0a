import { findCountryCode } from '../countries/country-code.ts';

/** True when a text of a list denotes Mexico. */
export function isMexico(country: string): boolean {
  return findCountryCode(country) === 'MX';
}
