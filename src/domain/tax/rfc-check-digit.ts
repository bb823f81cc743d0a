/** Characters at the index of their value. Two deviate from alphabetical order: `&` is 24 and `Ñ` is 38. */
const CHARACTERS = '0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ Ñ';

/** Check digits, indexed by the weighted sum modulo 11. */
const DIGITS = '0A987654321';

/** Computes the last character of an RFC from all before it: 12 of a natural person or 11 of a legal entity. */
export function computeRfcCheckDigit(prefix: string): string {
  const sum = Array.from(prefix.padStart(12)).reduce(
    (total, character, index) => total + CHARACTERS.indexOf(character) * (13 - index),
    0,
  );
  return DIGITS.charAt(sum % 11);
}
