import type { FieldName } from './extracted.ts';
import { type ExtractionBuilder, VERIFIED_CONFIDENCE } from './extraction-builder.ts';
import { mayHideEnye } from './fold-text.ts';
import type { RuleInput } from './kind-rules.ts';
import { type Mrz, parseMrz } from './mrz.ts';

/** Confidence of a value that neither check digits nor a second reading confirm. Values below 0.9 need review. */
const UNVERIFIED_CONFIDENCE = 0.89;
/** Confidence of a value without check digit on which two readings agree, in a zone with correct check digits. */
const AGREED_CONFIDENCE = 0.95;
/** Confidence of names, which have no check digit, in a zone with correct check digits. */
const NAME_CONFIDENCE = 0.93;
/** Minimum confidence of reading the zone for two readings to count as agreed. */
const READ_CONFIDENCE_MIN = 0.9;
/** Words that belong to the word after them in a surname. */
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

/** Returns the parsed zone of a document, or undefined when none of a known format was read. */
export function parseDocumentMrz({ document, today }: RuleInput): Mrz | undefined {
  return document.mrz === null ? undefined : parseMrz(document.mrz.lines, today);
}

/** Adds the fields of a zone and the result of its check digits. */
export function putMrzFields(
  { document, today }: RuleInput,
  mrz: Mrz,
  builder: ExtractionBuilder,
): void {
  const { page = null, lines = [], confidence: readConfidence = 0 } = document.mrz ?? {};
  const put: PutField = (name, value, confidence) => {
    if (value === undefined || value === '') return builder.markMissing(name, 'unreadable');
    builder.put({ name, value, source: 'mrz', page, confidence });
  };
  const { checkedConfidence, uncheckedConfidence, isAgreed } = getConfidence(mrz, readConfidence);
  put('documentNumber', mrz.documentNumber, checkedConfidence);
  put('birthDate', mrz.birthDate, checkedConfidence);
  put('expiryDate', mrz.expiryDate, checkedConfidence);
  putNames({ mrz, isAgreed, readConfidence }, put, builder);
  put('sex', mrz.sex, uncheckedConfidence);
  put('issuingCountry', parseCountry(mrz.issuer), uncheckedConfidence);
  put('nationality', parseCountry(mrz.nationality), uncheckedConfidence);
  put(
    'mrz',
    lines.join('\n'),
    isAgreed ? AGREED_CONFIDENCE : Math.min(UNVERIFIED_CONFIDENCE, readConfidence),
  );
  builder.addCheck(
    'mrz_check_digits',
    mrz.isVerified,
    mrz.isVerified
      ? 'All check digits of the zone are right'
      : 'A check digit of the zone is wrong',
  );
  checkExpiry(builder, today);
}

type ReadZone = { mrz: Mrz; isAgreed: boolean; readConfidence: number };
type PutField = (name: FieldName, value: string | undefined, confidence: number) => void;

function putNames(
  { mrz, isAgreed, readConfidence }: ReadZone,
  put: PutField,
  builder: ExtractionBuilder,
): void {
  const names = splitSurnames(mrz.surnames);
  const areNamesCertain = isAgreed && !mrz.isNameTruncated;
  // A zone writes Ñ as N, so an N may be either.
  const nameConfidence = (name: string, isCertain = true) =>
    areNamesCertain && isCertain && !mayHideEnye(name)
      ? NAME_CONFIDENCE
      : Math.min(UNVERIFIED_CONFIDENCE, readConfidence);
  if (names === undefined) {
    builder.markMissing('paternalSurname', 'ambiguous');
    builder.markMissing('maternalSurname', 'ambiguous');
  } else {
    put('paternalSurname', names.paternal, nameConfidence(names.paternal, names.isCertain));
    put('maternalSurname', names.maternal, nameConfidence(names.maternal, names.isCertain));
  }
  if (mrz.isNameCut) builder.markMissing('givenNames', 'ambiguous');
  else put('givenNames', mrz.givenNames, nameConfidence(mrz.givenNames));
  if (mrz.isNameTruncated) builder.addCheck('mrz_name', false, TRUNCATED);
}

type MrzConfidence = { checkedConfidence: number; uncheckedConfidence: number; isAgreed: boolean };

/** Returns the confidence of fields with a check digit of their own and of the others. */
function getConfidence({ isVerified }: Mrz, readConfidence: number): MrzConfidence {
  // One misread value in ten has a correct check digit of its own, so the composite digit must be correct as well.
  if (!isVerified)
    return {
      checkedConfidence: UNVERIFIED_CONFIDENCE,
      uncheckedConfidence: UNVERIFIED_CONFIDENCE,
      isAgreed: false,
    };
  const isAgreed = readConfidence >= READ_CONFIDENCE_MIN;
  return {
    checkedConfidence: VERIFIED_CONFIDENCE,
    uncheckedConfidence: isAgreed ? AGREED_CONFIDENCE : UNVERIFIED_CONFIDENCE,
    isAgreed,
  };
}

export function checkExpiry(builder: ExtractionBuilder, today: string): void {
  const expiryDate = builder.findValue('expiryDate');
  const ok = expiryDate === undefined ? null : expiryDate >= today;
  const detail =
    ok === null
      ? 'The document has no expiry date'
      : ok
        ? 'The document has not expired'
        : 'The document has expired';
  builder.addCheck('not_expired', ok, detail);
}

function parseCountry(code: string): string | undefined {
  const letters = code.replace(/</g, '');
  return /^[A-Z]{1,3}$/.test(letters) ? letters : undefined;
}

const TRUNCATED = 'The names fill their line, so that the last may be cut off';

type Surnames = { paternal: string; maternal: string; isCertain: boolean };

/**
 * Splits surnames: the paternal one is the first word with the particles before it. Undefined for more than two words
 * without particles, whose boundary is unknown: MONTES DE OCA VILLASENOR. Uncertain when a particle follows the first
 * word, which may begin the second surname or continue the first.
 */
function splitSurnames(words: readonly string[]): Surnames | undefined {
  const paternalEnd = words.findIndex((word) => !PARTICLES.has(word)) + 1;
  const maternalWords = words.slice(paternalEnd);
  if (maternalWords.filter((word) => !PARTICLES.has(word)).length > 1) return undefined;
  return {
    paternal: words.slice(0, paternalEnd).join(' '),
    maternal: maternalWords.join(' '),
    isCertain: !PARTICLES.has(maternalWords[0] ?? ''),
  };
}
