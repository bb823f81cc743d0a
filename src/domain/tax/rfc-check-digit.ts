/** The place of a sign is its value. Two are not in the order of the alphabet: `&` is 24 and `Ñ` is 38. */
const SIGNS = '0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ Ñ';

/** By the weighted sum modulo 11. */
const DIGITS = '0A987654321';

/** The last sign of an RFC, from all before it: 12 signs of a natural person or 11 of a legal entity. */
export function computeRfcCheckDigit(before: string): string {
  const sum = Array.from(before.padStart(12)).reduce(
    (total, sign, place) => total + SIGNS.indexOf(sign) * (13 - place),
    0,
  );
  return DIGITS.charAt(sum % 11);
}
