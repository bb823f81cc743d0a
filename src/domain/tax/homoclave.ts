/** The place of a sign is its value; a blank is 0 too. No sign has the values 20, 30 and 31. */
const SIGNS = '0123456789&ABCDEFGHI\0JKLMNOPQR\0\0STUVWXYZÑ';
const DIGITS = '123456789ABCDEFGHIJKLMNPQRSTUVWXYZ';

/**
 * The two signs that tell homonyms apart, from a clean name: of a natural person the surnames come first.
 * The SAT's own procedure (INFOMEX 0610100135506): the values are written one after the other, two digits each,
 * and every digit is multiplied by the number that it makes with the one before it. Who has the same name and
 * date as another gets other signs than these.
 */
export function computeHomoclave(cleanName: string): string {
  let sum = 0;
  let before = 0;
  for (const sign of cleanName) {
    const value = Math.max(0, SIGNS.indexOf(sign));
    const [tens, ones] = [Math.floor(value / 10), value % 10];
    sum += (before * 10 + tens) * tens + value * ones;
    before = ones;
  }
  const rest = sum % 1000;
  return DIGITS.charAt(Math.floor(rest / 34)) + DIGITS.charAt(rest % 34);
}
