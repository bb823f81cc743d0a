import type { FieldName } from './extracted.ts';
import type { Material } from './kind-rules.ts';
import { type Mrz, parseMrz } from './mrz.ts';
import { PROVEN, type Sheet } from './sheet.ts';

/** Of what the zone's own check digits do not prove. */
const UNPROVEN = 0.89;
/** Names have no check digit; in a zone that is sound as a whole they were read as well as the rest. */
const NAMES = 0.93;

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
  put('documentNumber', mrz.documentNumber, PROVEN);
  put('birthDate', mrz.birthDate, PROVEN);
  put('expiryDate', mrz.expiryDate, PROVEN);
  const [paternal, ...others] = mrz.surnames;
  const names = mrz.isSound && readAs >= 0.8 ? NAMES : Math.min(UNPROVEN, readAs);
  const rest = mrz.isSound ? 0.95 : UNPROVEN;
  put('paternalSurname', paternal, names);
  put('maternalSurname', others.join(' '), names);
  put('givenNames', mrz.givenNames, names);
  put('sex', mrz.sex, rest);
  put('issuingCountry', countryOf(mrz.issuer), rest);
  put('nationality', countryOf(mrz.nationality), rest);
  put('mrz', lines.join('\n'), mrz.isSound ? 0.95 : Math.min(UNPROVEN, readAs));
  sheet.check(
    'mrz_check_digits',
    mrz.isSound,
    mrz.isSound ? 'All check digits of the zone are right' : 'A check digit of the zone is wrong',
  );
  checkExpiry(sheet, today);
}

export function checkExpiry(sheet: Sheet, today: string): void {
  const until = sheet.value('expiryDate');
  const ok = until === undefined ? null : until >= today;
  const detail =
    ok === null ? 'There is no day of expiry' : ok ? 'It has not expired' : 'It has expired';
  sheet.check('not_expired', ok, detail);
}

function countryOf(code: string): string | undefined {
  const letters = code.replace(/</g, '');
  return /^[A-Z]{1,3}$/.test(letters) ? letters : undefined;
}
