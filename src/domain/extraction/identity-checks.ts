import { parseCurp } from '../tax/curp.ts';
import { checkRfc } from '../tax/validate-rfc.ts';
import { doesCurpMatchName } from './curp-name.ts';
import type { CheckCode } from './extracted.ts';
import type { ExtractionBuilder } from './extraction-builder.ts';
import { hasCurpCheckDigit, hasRfcCheckDigit } from './values.ts';

/**
 * Checks the RFC and CURP: their check digits, and whether they agree with each other, the name, the date of birth
 * and the sex.
 */
export function checkIdentity(builder: ExtractionBuilder, today: string): void {
  const rfc = builder.findValue('rfc');
  const curp = builder.findValue('curp');
  if (rfc !== undefined) checkRfcFields(builder, { rfc, curp, today });
  if (curp !== undefined) checkCurpFields(builder, curp);
}

type Ids = { rfc: string; curp: string | undefined; today: string };

function checkRfcFields(builder: ExtractionBuilder, { rfc, curp, today }: Ids): void {
  checkDigit(builder, 'rfc', hasRfcCheckDigit(rfc));
  const isCompany = rfc.length === 12;
  const { coherence } = checkRfc(
    {
      rfc,
      name: builder.findValue(isCompany ? 'companyName' : 'givenNames'),
      paternalSurname: builder.findValue('paternalSurname'),
      maternalSurname: builder.findValue('maternalSurname'),
      curp,
    },
    today,
  );
  builder.addCheck(
    'rfc_matches_name',
    coherence.namePrefix,
    describeComparison(coherence.namePrefix, 'letters of the RFC', 'name'),
  );
  limitOcrConfidence(builder, 'rfc', coherence.namePrefix);
  if (curp === undefined) return;
  const hasSameDate = rfc.slice(4, 10) === curp.slice(4, 10);
  builder.addCheck(
    'rfc_matches_curp',
    hasSameDate,
    describeComparison(hasSameDate, 'date of the RFC', 'CURP'),
  );
}

function checkCurpFields(builder: ExtractionBuilder, curp: string): void {
  checkDigit(builder, 'curp', hasCurpCheckDigit(curp));
  const matchesName = doesCurpMatchName(curp, {
    given: builder.findValue('givenNames') ?? '',
    paternal: builder.findValue('paternalSurname') ?? '',
    maternal: builder.findValue('maternalSurname') ?? '',
  });
  builder.addCheck(
    'curp_matches_name',
    matchesName,
    describeComparison(matchesName, 'letters of the CURP', 'name'),
  );
  limitOcrConfidence(builder, 'curp', matchesName);
  const parsed = parseCurp(curp);
  compareValues(builder, 'curp_matches_birth_date', {
    actual: builder.findValue('birthDate'),
    expected: parsed?.birthDate,
    labels: ['date of the CURP', 'date of birth'],
  });
  compareValues(builder, 'curp_matches_sex', {
    actual: builder.findValue('sex'),
    expected: parsed?.sex,
    labels: ['sex in the CURP', 'document'],
  });
}

type Comparison = {
  actual: string | undefined;
  expected: string | undefined;
  /** Names of the two in the description of the check. */
  labels: readonly [subject: string, counterpart: string];
};

function compareValues(
  builder: ExtractionBuilder,
  code: CheckCode,
  { actual, expected, labels: [subject, counterpart] }: Comparison,
): void {
  if (actual === undefined) return;
  const isSame = actual === expected;
  builder.addCheck(code, isSame, describeComparison(isSame, subject, counterpart));
}

/** Checks a check digit. Real identifiers with a wrong one exist, so the value stays, with a lower confidence. */
function checkDigit(builder: ExtractionBuilder, name: 'rfc' | 'curp', isValid: boolean): void {
  const detail = isValid ? 'The check digit is right' : WRONG_DIGIT;
  builder.addCheck(name === 'rfc' ? 'rfc_check_digit' : 'curp_check_digit', isValid, detail);
  const confidence = Math.min(UNVERIFIED_CONFIDENCE_MAX, builder.findField(name)?.confidence ?? 0);
  if (!isValid) builder.update(name, { confidence });
}

/**
 * Limits the confidence of an id from OCR, since one misread id in ten has a correct check digit. The id keeps its
 * confidence when it matches the name, or when the name is unknown and two readings agree.
 */
function limitOcrConfidence(
  builder: ExtractionBuilder,
  name: 'rfc' | 'curp',
  matchesName: boolean | null,
): void {
  const id = builder.findField(name);
  if (id?.source !== 'ocr') return;
  if (matchesName === true || (matchesName === null && id.confidence >= AGREED_CONFIDENCE_MIN))
    return;
  for (const fieldName of [name, ...DERIVED_FIELDS] as const) {
    const field = builder.findField(fieldName);
    if (field?.source !== 'ocr') continue;
    builder.update(fieldName, {
      confidence: Math.min(UNVERIFIED_CONFIDENCE_MAX, field.confidence),
    });
  }
}

const DERIVED_FIELDS = ['birthDate', 'sex'] as const;
/** Minimum confidence of an id of which the OCR itself was sure: the readings of it agreed. */
const AGREED_CONFIDENCE_MIN = 0.97;
/** Maximum confidence of an id that nothing confirms. Values below 0.9 need review. */
const UNVERIFIED_CONFIDENCE_MAX = 0.85;
const WRONG_DIGIT = 'The check digit is not the one that the other signs give';

function describeComparison(ok: boolean | null, subject: string, counterpart: string): string {
  if (ok === null)
    return `The ${subject} cannot be held against the ${counterpart}, which is not known`;
  return ok
    ? `The ${subject} and the ${counterpart} agree`
    : `The ${subject} and the ${counterpart} disagree`;
}
