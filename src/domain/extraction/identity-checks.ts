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
  const rfc = builder.value('rfc');
  const curp = builder.value('curp');
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
      name: builder.value(isCompany ? 'companyName' : 'givenNames'),
      paternalSurname: builder.value('paternalSurname'),
      maternalSurname: builder.value('maternalSurname'),
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
  const sameStart = rfc.slice(4, 10) === curp.slice(4, 10);
  builder.addCheck(
    'rfc_matches_curp',
    sameStart,
    describeComparison(sameStart, 'date of the RFC', 'CURP'),
  );
}

function checkCurpFields(builder: ExtractionBuilder, curp: string): void {
  checkDigit(builder, 'curp', hasCurpCheckDigit(curp));
  const fits = doesCurpMatchName(curp, {
    given: builder.value('givenNames') ?? '',
    paternal: builder.value('paternalSurname') ?? '',
    maternal: builder.value('maternalSurname') ?? '',
  });
  builder.addCheck(
    'curp_matches_name',
    fits,
    describeComparison(fits, 'letters of the CURP', 'name'),
  );
  limitOcrConfidence(builder, 'curp', fits);
  const parsed = parseCurp(curp);
  compareValues(builder, 'curp_matches_birth_date', {
    actual: builder.value('birthDate'),
    expected: parsed?.birthDate,
    labels: ['date of the CURP', 'date of birth'],
  });
  compareValues(builder, 'curp_matches_sex', {
    actual: builder.value('sex'),
    expected: parsed?.sex,
    labels: ['sex in the CURP', 'document'],
  });
}

type Comparison = {
  actual: string | undefined;
  expected: string | undefined;
  labels: readonly [string, string];
};

function compareValues(
  builder: ExtractionBuilder,
  code: CheckCode,
  { actual, expected, labels: [actualLabel, expectedLabel] }: Comparison,
): void {
  if (actual === undefined) return;
  const same = actual === expected;
  builder.addCheck(code, same, describeComparison(same, actualLabel, expectedLabel));
}

/** Checks a check digit. Real identifiers with a wrong one exist, so the value stays, with a lower confidence. */
function checkDigit(builder: ExtractionBuilder, name: 'rfc' | 'curp', isValid: boolean): void {
  const detail = isValid ? 'The check digit is right' : WRONG_DIGIT;
  builder.addCheck(name === 'rfc' ? 'rfc_check_digit' : 'curp_check_digit', isValid, detail);
  const confidence = Math.min(UNVERIFIED_CONFIDENCE_MAX, builder.get(name)?.confidence ?? 0);
  if (!isValid) builder.update(name, { confidence });
}

/**
 * Limits the confidence of an id from OCR, since one misread id in ten has a correct check digit. The id keeps its
 * confidence when it matches the name, or when the name is unknown and two readings agree.
 */
function limitOcrConfidence(
  builder: ExtractionBuilder,
  name: 'rfc' | 'curp',
  fits: boolean | null,
): void {
  const id = builder.get(name);
  if (id?.source !== 'ocr') return;
  if (fits === true || (fits === null && id.confidence >= AGREED_READING)) return;
  for (const fieldName of [name, ...DERIVED_FIELDS] as const) {
    const field = builder.get(fieldName);
    if (field?.source !== 'ocr') continue;
    builder.update(fieldName, {
      confidence: Math.min(UNVERIFIED_CONFIDENCE_MAX, field.confidence),
    });
  }
}

const DERIVED_FIELDS = ['birthDate', 'sex'] as const;
const AGREED_READING = 0.97;
const UNVERIFIED_CONFIDENCE_MAX = 0.85;
const WRONG_DIGIT = 'The check digit is not the one that the other signs give';

function describeComparison(ok: boolean | null, subject: string, counterpart: string): string {
  if (ok === null)
    return `The ${subject} cannot be held against the ${counterpart}, which is not known`;
  return ok
    ? `The ${subject} and the ${counterpart} agree`
    : `The ${subject} and the ${counterpart} disagree`;
}
