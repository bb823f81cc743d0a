import { parseCurp } from '../tax/curp.ts';
import { checkRfc } from '../tax/validate-rfc.ts';
import { curpFitsName } from './curp-name.ts';
import type { CheckCode } from './extracted.ts';
import type { Sheet } from './sheet.ts';
import { hasCurpCheckDigit, hasRfcCheckDigit } from './values.ts';

/** Holds the identifiers of a sheet against themselves, each other, the name and the day of birth. */
export function checkIdentity(sheet: Sheet, today: string): void {
  const rfc = sheet.value('rfc');
  const curp = sheet.value('curp');
  if (rfc !== undefined) checkRfcOf(sheet, { rfc, curp, today });
  if (curp !== undefined) checkCurpOf(sheet, curp);
}

type Ids = { rfc: string; curp: string | undefined; today: string };

function checkRfcOf(sheet: Sheet, { rfc, curp, today }: Ids): void {
  checkDigit(sheet, 'rfc', hasRfcCheckDigit(rfc));
  const isCompany = rfc.length === 12;
  const { coherence } = checkRfc(
    {
      rfc,
      name: sheet.value(isCompany ? 'companyName' : 'givenNames'),
      paternalSurname: sheet.value('paternalSurname'),
      maternalSurname: sheet.value('maternalSurname'),
      curp,
    },
    today,
  );
  sheet.check(
    'rfc_matches_name',
    coherence.namePrefix,
    sentenceOf(coherence.namePrefix, 'letters of the RFC', 'name'),
  );
  doubtSeen(sheet, 'rfc', coherence.namePrefix);
  if (curp === undefined) return;
  const sameStart = rfc.slice(4, 10) === curp.slice(4, 10);
  sheet.check('rfc_matches_curp', sameStart, sentenceOf(sameStart, 'date of the RFC', 'CURP'));
}

function checkCurpOf(sheet: Sheet, curp: string): void {
  checkDigit(sheet, 'curp', hasCurpCheckDigit(curp));
  const fits = curpFitsName(curp, {
    given: sheet.value('givenNames') ?? '',
    paternal: sheet.value('paternalSurname') ?? '',
    maternal: sheet.value('maternalSurname') ?? '',
  });
  sheet.check('curp_matches_name', fits, sentenceOf(fits, 'letters of the CURP', 'name'));
  doubtSeen(sheet, 'curp', fits);
  const parsed = parseCurp(curp);
  hold(sheet, 'curp_matches_birth_date', {
    actual: sheet.value('birthDate'),
    expected: parsed?.birthDate,
    of: ['date of the CURP', 'date of birth'],
  });
  hold(sheet, 'curp_matches_sex', {
    actual: sheet.value('sex'),
    expected: parsed?.sex,
    of: ['sex in the CURP', 'document'],
  });
}

type Held = {
  actual: string | undefined;
  expected: string | undefined;
  of: readonly [string, string];
};

function hold(sheet: Sheet, code: CheckCode, { actual, expected, of: [one, other] }: Held): void {
  if (actual === undefined) return;
  const same = actual === expected;
  sheet.check(code, same, sentenceOf(same, one, other));
}

/** Real identifiers with a wrong check digit exist, so the value stays; but nothing is promised of it. */
function checkDigit(sheet: Sheet, name: 'rfc' | 'curp', isSound: boolean): void {
  const detail = isSound ? 'The check digit is right' : WRONG_DIGIT;
  sheet.check(name === 'rfc' ? 'rfc_check_digit' : 'curp_check_digit', isSound, detail);
  const confidence = Math.min(UNPROVEN, sheet.get(name)?.confidence ?? 0);
  if (!isSound) sheet.change(name, { confidence });
}

/**
 * One misread id in ten has a right check digit. What a picture shows is promised where the name speaks for it too, or
 * where at least nothing speaks against what was read twice as the same.
 */
function doubtSeen(sheet: Sheet, name: 'rfc' | 'curp', fits: boolean | null): void {
  const id = sheet.get(name);
  if (id?.source !== 'ocr') return;
  if (fits === true || (fits === null && id.confidence >= READ_AS_THE_SAME)) return;
  for (const one of [name, ...READ_FROM_ID] as const) {
    const field = sheet.get(one);
    if (field?.source !== 'ocr') continue;
    sheet.change(one, { confidence: Math.min(UNPROVEN, field.confidence) });
  }
}

const READ_FROM_ID = ['birthDate', 'sex'] as const;
const READ_AS_THE_SAME = 0.97;
const UNPROVEN = 0.85;
const WRONG_DIGIT = 'The check digit is not the one that the other signs give';

function sentenceOf(ok: boolean | null, one: string, other: string): string {
  if (ok === null) return `The ${one} cannot be held against the ${other}, which is not known`;
  return ok ? `The ${one} and the ${other} agree` : `The ${one} and the ${other} disagree`;
}
