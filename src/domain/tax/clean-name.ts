/**
 * Reduces a name to the characters of the RFC rules: A–Z, Ñ, & and digits, separated by single spaces. Diacritics are
 * removed, a comma separates words, other characters are omitted. May be empty.
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
