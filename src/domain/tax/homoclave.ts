/** Characters at the index of their value; a space is 0 too. No character has the values 20, 30 and 31. */
const CHARACTERS = '0123456789&ABCDEFGHI\0JKLMNOPQR\0\0STUVWXYZÑ';
/** Characters of a homoclave: 34, without 0 and O. */
const DIGITS = '123456789ABCDEFGHIJKLMNPQRSTUVWXYZ';

/**
 * Computes the two characters that distinguish homonyms, from a clean name; of a natural person the surnames come
 * first. Follows the SAT's procedure (INFOMEX 0610100135506): the values are concatenated as two digits each, and
 * every digit is multiplied by the two-digit number that it forms with its predecessor. A second taxpayer with the
 * same name and date gets other characters.
 */
export function computeHomoclave(cleanName: string): string {
  let sum = 0;
  let previousDigit = 0;
  for (const character of cleanName) {
    const value = Math.max(0, CHARACTERS.indexOf(character));
    const [tens, ones] = [Math.floor(value / 10), value % 10];
    sum += (previousDigit * 10 + tens) * tens + value * ones;
    previousDigit = ones;
  }
  const remainder = sum % 1000;
  return DIGITS.charAt(Math.floor(remainder / 34)) + DIGITS.charAt(remainder % 34);
}
