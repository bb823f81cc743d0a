/**
 * Document number, nationality, date of birth, sex and expiry date of a passport, then optional data and check
 * digits.
 */
const PASSPORT_LINE =
  /([A-Z0-9<]{9}[0-9OQDISBGZ])([A-Z<]{3})([0-9OQDISBGZT]{7}[MFX<][0-9OQDISBGZT]{7})[<CKL0O]*?([0-9OQDISBGZ]{1,2})$/;
/** First line of a Mexican voter card: `IDMEX`, document number with check digit, fillers and 13 digits. */
const CARD_LINE = /^([I1L]DMEX[0-9OQDISBGZ]{10})[<CKL]{1,3}([0-9OQDISBGZ]{13})[<CKL]*$/;
/** Length of the optional data of a passport, without its check digit (ICAO 9303, part 4). */
const OPTIONAL_DATA_LENGTH = 14;

/** Restores the leading G of a Mexican document number, which OCR reads as 6. Both have the same check digit. */
function correctNumber(number: string, country: string): string {
  return country === 'MEX' ? number.replace(/^6/, 'G') : number;
}

/**
 * Corrects the number of fillers, which OCR misreads most often, in the second line of a passport and the first line of
 * a Mexican voter card, where only fillers are possible; in the passport line also the start of a Mexican document
 * number and the letter O in the check digits. Other lines are unchanged.
 */
export function correctFillers(line: string): string {
  const [, number = '', country = '', datesAndSex = '', checkDigits = ''] =
    PASSPORT_LINE.exec(line) ?? [];
  if (number !== '') {
    const fillers = '<'.repeat(OPTIONAL_DATA_LENGTH + 2 - checkDigits.length);
    return (
      correctNumber(number, country) +
      country +
      datesAndSex +
      fillers +
      checkDigits.replaceAll('O', '0')
    );
  }
  const [, head, citizen] = CARD_LINE.exec(line) ?? [];
  return head === undefined || citizen === undefined ? line : `${head}<<${citizen}`;
}

/** Removes each K that OCR adds between a filler and a consonant, if the line is too long. */
export function dropMisreadFillers(line: string, length: number): string {
  return line.length > length ? line.replace(/<K(?=[B-DF-HJKMNPQSTV-XZ])/g, '<') : line;
}

/**
 * Adds or removes fillers in the first run of at least three, or at the end of a line without such a run, to reach a
 * length. A line that is still too long is cut.
 */
export function fitLength(line: string, length: number): string {
  const missingCount = length - line.length;
  if (missingCount > 0) return line.replace(/<{3,}|$/, (run) => run + '<'.repeat(missingCount));
  const fillers = /<{3,}/.exec(line)?.[0] ?? '';
  const surplusCount = Math.min(-missingCount, Math.max(0, fillers.length - 1));
  return line.replace(/<{3,}/, fillers.slice(surplusCount)).slice(0, length);
}

/** Kind of characters of a field. `code`: letters and digits; `all`: the composite check digit. */
export type MrzFieldKind = 'digits' | 'letters' | 'code' | 'sex' | 'name' | 'all';

const DIGITS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    O: '0',
    D: '0',
    Q: '0',
    I: '1',
    L: '1',
    S: '5',
    B: '8',
    G: '6',
    Z: '2',
    A: '4',
    T: '7',
  }),
);
const LETTERS: ReadonlyMap<string, string> = new Map(
  Object.entries({ 0: 'O', 1: 'I', 5: 'S', 8: 'B', 6: 'G', 2: 'Z' }),
);

/** Empty personal number of a passport, read with several zeros instead of one check digit. */
const EMPTY_PERSONAL_NUMBER = /^(?=.{15}$)<{8,}0+$/;

/**
 * Returns possible corrections of a field: letters become digits in a field of digits, and vice versa. Empty when the
 * text is no valid sex.
 */
export function correctFieldText(
  { kind, line }: { kind: MrzFieldKind; line: number },
  text: string,
): string[] {
  const toDigits = text.replace(/[A-Z]/g, (letter) => DIGITS.get(letter) ?? letter);
  if (kind === 'digits' || kind === 'all') return [toDigits];
  if (kind === 'sex') return /[MFHX<]/.test(text) ? [text] : [];
  if (kind === 'letters' || kind === 'name')
    return [text.replace(/\d/g, (digit) => LETTERS.get(digit) ?? digit)];
  // Codes contain mostly digits, and practically no letter O.
  const noLetterO = text.replaceAll('O', '0');
  if (line === 1 && EMPTY_PERSONAL_NUMBER.test(noLetterO)) return ['<<<<<<<<<<<<<<0'];
  const allDigits = text.charAt(0) + toDigits.slice(1);
  return [...new Set([noLetterO, allDigits, text])];
}
