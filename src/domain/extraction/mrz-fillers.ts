/**
 * Document number, nationality, date of birth, sex and expiry date of a passport, then optional data and check
 * digits.
 */
const PASSPORT_LINE =
  /([A-Z0-9<]{9}[0-9OQDISBGZ])([A-Z<]{3})([0-9OQDISBGZT]{7}[MFX<][0-9OQDISBGZT]{7})[<CKL0O]*?([0-9OQDISBGZ]{1,2})$/;
const CARD_LINE = /^([I1L]DMEX[0-9OQDISBGZ]{10})[<CKL]{1,3}([0-9OQDISBGZ]{13})[<CKL]*$/;
const OPTIONAL_DATA_LENGTH = 14;

/** Restores the leading G of a Mexican document number. G and 6 have the same check digit. */
function correctNumber(number: string, country: string): string {
  return country === 'MEX' ? number.replace(/^6/, 'G') : number;
}

/**
 * Corrects the number of fillers, which OCR misreads most often, where nothing but fillers can be. Other lines are
 * unchanged.
 */
export function correctFillers(line: string): string {
  const [, number = '', country = '', days = '', end = ''] = PASSPORT_LINE.exec(line) ?? [];
  if (number !== '') {
    const fillers = '<'.repeat(OPTIONAL_DATA_LENGTH + 2 - end.length);
    return correctNumber(number, country) + country + days + fillers + end.replaceAll('O', '0');
  }
  const [, head, citizen] = CARD_LINE.exec(line) ?? [];
  return head === undefined || citizen === undefined ? line : `${head}<<${citizen}`;
}

/** Removes the K that OCR adds after a filler before a consonant, if the line is too long. */
export function dropMisreadFillers(line: string, length: number): string {
  return line.length > length ? line.replace(/<K(?=[B-DF-HJKMNPQSTV-XZ])/g, '<') : line;
}

/** Adds or removes fillers to reach a length. */
export function fitLength(line: string, length: number): string {
  const missing = length - line.length;
  if (missing > 0) return line.replace(/<{3,}|$/, (run) => run + '<'.repeat(missing));
  const fillers = /<{3,}/.exec(line)?.[0] ?? '';
  const surplus = Math.min(-missing, Math.max(0, fillers.length - 1));
  return line.replace(/<{3,}/, fillers.slice(surplus)).slice(0, length);
}
