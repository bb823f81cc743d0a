import type { FieldName } from './extracted.ts';
import { mayHideEnye } from './fold.ts';
import type { Material } from './kind-rules.ts';
import { type Mrz, parseMrz } from './mrz.ts';
import { PROVEN, type Sheet } from './sheet.ts';

/** Of what neither the zone's check digits nor a second reading prove. */
const UNPROVEN = 0.89;
/** Of what two readings say, in a zone whose digits are all right. */
const AGREED = 0.95;
/** Names have no check digit; in a zone that is sound as a whole they were read as well as the rest. */
const NAMES = 0.93;
/** Read twice and said the same twice. */
const SURE_READING = 0.9;
const PARTICLES = new Set([
  'DE',
  'DEL',
  'LA',
  'LAS',
  'LOS',
  'SAN',
  'VON',
  'VAN',
  'Y',
  'MC',
  'MAC',
  'DA',
  'DI',
]);

/** The zone of a document; undefined where none was read that has the form of one. */
export function mrzOf({ document, today }: Material): Mrz | undefined {
  return document.mrz === null ? undefined : parseMrz(document.mrz.lines, today);
}

/** Puts what a zone says on the sheet, and says whether its check digits are right. */
export function putMrz({ document, today }: Material, mrz: Mrz, sheet: Sheet): void {
  const { page = null, lines = [], confidence: readAs = 0 } = document.mrz ?? {};
  const put = (name: FieldName, value: string | undefined, confidence: number) => {
    if (value === undefined || value === '') return sheet.miss(name, 'unreadable');
    sheet.put({ name, value, source: 'mrz', page, confidence });
  };
  const { own, rest, isAgreed } = surenessOf(mrz, readAs);
  put('documentNumber', mrz.documentNumber, own);
  put('birthDate', mrz.birthDate, own);
  put('expiryDate', mrz.expiryDate, own);
  const names = splitSurnames(mrz.surnames);
  const isSure = isAgreed && names.isCertain && !mrz.isNameCut;
  // A zone writes Ñ as N: a name may have been either.
  const sureness = (name: string) =>
    isSure && !mayHideEnye(name) ? NAMES : Math.min(UNPROVEN, readAs);
  put('paternalSurname', names.paternal, sureness(names.paternal));
  put('maternalSurname', names.maternal, sureness(names.maternal));
  put('givenNames', mrz.givenNames, sureness(mrz.givenNames));
  put('sex', mrz.sex, rest);
  put('issuingCountry', countryOf(mrz.issuer), rest);
  put('nationality', countryOf(mrz.nationality), rest);
  put('mrz', lines.join('\n'), isAgreed ? AGREED : Math.min(UNPROVEN, readAs));
  sheet.check(
    'mrz_check_digits',
    mrz.isSound,
    mrz.isSound ? 'All check digits of the zone are right' : 'A check digit of the zone is wrong',
  );
  checkExpiry(sheet, today);
}

type Sureness = { own: number; rest: number; isAgreed: boolean };

/** Of what has a digit of its own, and of the rest; `readAs` tells whether two readings said the same of that. */
function surenessOf({ isSound }: Mrz, readAs: number): Sureness {
  // One misread value in ten has a right digit of its own: the zone's last one has to be right as well.
  if (!isSound) return { own: UNPROVEN, rest: UNPROVEN, isAgreed: false };
  const isAgreed = readAs >= SURE_READING;
  return { own: PROVEN, rest: isAgreed ? AGREED : UNPROVEN, isAgreed };
}

export function checkExpiry(sheet: Sheet, today: string): void {
  const until = sheet.value('expiryDate');
  const ok = until === undefined ? null : until >= today;
  const detail =
    ok === null
      ? 'The document has no expiry date'
      : ok
        ? 'The document has not expired'
        : 'The document has expired';
  sheet.check('not_expired', ok, detail);
}

function countryOf(code: string): string | undefined {
  const letters = code.replace(/</g, '');
  return /^[A-Z]{1,3}$/.test(letters) ? letters : undefined;
}

/** The first surname is the paternal one, with the particles before it; of more than two nobody knows where it ends. */
function splitSurnames(words: readonly string[]): {
  paternal: string;
  maternal: string;
  isCertain: boolean;
} {
  const head = words.findIndex((word) => !PARTICLES.has(word)) + 1;
  const rest = words.slice(head);
  const isCertain = rest.filter((word) => !PARTICLES.has(word)).length <= 1;
  return { paternal: words.slice(0, head).join(' '), maternal: rest.join(' '), isCertain };
}
