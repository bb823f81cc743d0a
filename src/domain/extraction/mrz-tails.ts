/** Fillers are what readings get wrong most: how many there are is told by what stands around them. */

/** Data, nationality, day of birth, sex and day of expiry of a passport, and all that follows. */
const PASSPORT_LINE =
  /([A-Z0-9<]{9}[0-9OQDISBGZ])([A-Z<]{3})([0-9OQDISBGZT]{7}[MFX<][0-9OQDISBGZT]{7})[<CKL0O]*?([0-9OQDISBGZ]{1,2})$/;
const CARD_LINE = /^([I1L]DMEX[0-9OQDISBGZ]{10})[<CKL]{1,3}([0-9OQDISBGZ]{13})[<CKL]*$/;
const ROOM = 14;

/** Mexico's numbers begin with a letter, and the check digit of a G is that of a 6. */
function mendNumber(number: string, country: string): string {
  return country === 'MEX' ? number.replace(/^6/, 'G') : number;
}

/** The line with as many fillers as its form has where nothing but fillers can stand; otherwise as it is. */
export function mendTails(line: string): string {
  const [, number = '', country = '', days = '', end = ''] = PASSPORT_LINE.exec(line) ?? [];
  if (number !== '') {
    const fillers = '<'.repeat(ROOM + 2 - end.length);
    return mendNumber(number, country) + country + days + fillers + end.replaceAll('O', '0');
  }
  const [, head, citizen] = CARD_LINE.exec(line) ?? [];
  return head === undefined || citizen === undefined ? line : `${head}<<${citizen}`;
}

/** A line read too long, without the K that a filler before a consonant was read as once more. */
export function withoutExtra(line: string, length: number): string {
  return line.length > length ? line.replace(/<K(?=[B-DF-HJKMNPQSTV-XZ])/g, '<') : line;
}

/** Fillers are what is most often read once too often or too seldom. */
export function fit(line: string, length: number): string {
  const more = length - line.length;
  if (more > 0) return line.replace(/<{3,}|$/, (run) => run + '<'.repeat(more));
  const fillers = /<{3,}/.exec(line)?.[0] ?? '';
  const less = Math.min(-more, Math.max(0, fillers.length - 1));
  return line.replace(/<{3,}/, fillers.slice(less)).slice(0, length);
}
