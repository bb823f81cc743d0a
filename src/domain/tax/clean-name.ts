/**
 * A name in the signs that the rules of the RFC know: A–Z, Ñ, & and digits, with single blanks. Accents
 * and other marks go; a comma parts words, any other sign is left out. Empty where nothing is left.
 */
export function cleanName(name: string): string {
  return name
    .toUpperCase()
    .normalize('NFD')
    .replaceAll('N\u0303', 'Ñ')
    .replace(/[\s,]+/g, ' ')
    .replace(/[^0-9A-ZÑ& ]/g, '')
    .replace(/ {2,}/g, ' ')
    .trim();
}
