import { countLabels } from '../evidence/count-labels.ts';
import type { ExtractionBuilder } from '../extraction-builder.ts';
import { checkIdentity } from '../identity-checks.ts';
import { type KindRules, type RuleInput, scorePatterns } from '../kind-rules.ts';
import { type Line, locateText, type TextLocation } from '../lines.ts';
import { computeCheckDigit } from '../mrz.ts';
import { parseDocumentMrz, putMrzFields } from '../mrz-fields.ts';
import { parseSpanishDate } from '../spanish-date.ts';
import { hasCurpCheckDigit, normalizeCurp } from '../values.ts';
import { putPrintedNames } from './passport-names.ts';

/** Labels of a data page. They have no colon, unlike those of a form. */
const PAGE_LABELS: readonly RegExp[] = [
  /PAS(?:APORTE|SPORT) N[O0](?!.*:)/,
  /(?:APELLIDOS?|SURNAME)(?!.*:)/,
  /(?:NOMBRES|GIVEN NAMES)(?!.*:)/,
  /(?:NACIONALIDAD|NATIONALITY)(?!.*:)/,
  /(?:FECHA DE EXPEDICION|DATE OF ISSUE)(?!.*:)/,
  /(?:FECHA DE CADUCIDAD|DATE OF EXPIRY|DATE OF EXPIRATION)(?!.*:)/,
  /(?:LUGAR DE NACIMIENTO|PLACE OF BIRTH)(?!.*:)/,
  /^P[<A-Z][A-Z<]+<</,
];

/** Data page of a passport of any country. */
export const PASSPORT: KindRules = {
  kind: 'passport',
  score: (input) => {
    const mrz = parseDocumentMrz(input);
    const hasPassportZone = mrz?.format === 'TD3' && mrz.documentCode.startsWith('P');
    const wordScore = scorePatterns(input.folded, [
      [/PASAPORTE|PASSPORT/, 0.35],
      [/ESTADOS UNIDOS MEXICANOS/, 0.15],
      [/PASAPORTE N[O0]|PASSPORT N[O0]/, 0.1],
    ]);
    return Math.min(1, wordScore + (hasPassportZone ? 0.7 : 0));
  },
  countOwnFields: (input) =>
    (parseDocumentMrz(input)?.format === 'TD3' ? 3 : 0) + countLabels(input.lines, PAGE_LABELS),
  ownFieldsMin: 3,
  extract: (input, builder) => {
    const mrz = parseDocumentMrz(input);
    if (mrz === undefined) {
      for (const name of [
        'documentNumber',
        'birthDate',
        'expiryDate',
        'givenNames',
        'paternalSurname',
      ] as const)
        builder.markMissing(name, 'unreadable');
      builder.addCheck('mrz_check_digits', null, 'No machine-readable zone was read');
    } else {
      putMrzFields(input, mrz, builder);
      putPrintedNames(input.lines, mrz, builder);
    }
    putCurp(input.lines, builder);
    putIssueDate(input.lines, builder);
    checkPrintedNumber(input, builder);
    checkIdentity(builder, input.today);
  },
};

function putCurp(lines: readonly Line[], builder: ExtractionBuilder): void {
  const candidates = lines.flatMap((line) =>
    [
      ...line.folded.matchAll(/(?<![A-Z0-9])[A-Z]{4}\d{6}[HMX][A-Z]{5}[A-Z0-9]\d(?![A-Z0-9])/g),
    ].flatMap(({ index, 0: text }) => {
      const curp = normalizeCurp(text);
      return curp === undefined
        ? []
        : { curp, location: locateText(line, index, index + text.length) };
    }),
  );
  const [firstCandidate] = candidates;
  if (firstCandidate === undefined) return builder.markMissing('curp', 'label_not_found');
  builder.putAt('curp', firstCandidate.curp, {
    location: firstCandidate.location,
    isVerified: hasCurpCheckDigit(firstCandidate.curp),
  });
}

/** Date whose parts may be separated by specks that OCR reads as punctuation. */
const DATE = /(?<!\d)(\d{2})[ '.,-]{0,3}(\d{2})[ '.,-]{0,3}((?:19|20)\d{2})(?!\d)/;

/**
 * Adds the issue date below its label. Without a date there it is the only date that precedes the expiry date of the
 * zone by whole years.
 */
function putIssueDate(lines: readonly Line[], builder: ExtractionBuilder): void {
  const labelIndex = lines.findIndex(({ folded }) =>
    /FECHA DE EXPEDICION|DATE OF ISSUE/.test(folded),
  );
  const lineBelow = lines[labelIndex + 1];
  const datesBelow = labelIndex === -1 || lineBelow === undefined ? [] : findDates([lineBelow]);
  const expiryDate = builder.findValue('expiryDate');
  const anniversaries = findDates(lines).filter(({ date }) => isAnniversary(date, expiryDate));
  const candidates = datesBelow.length > 0 ? datesBelow : anniversaries;
  const [firstCandidate] = candidates;
  if (
    firstCandidate === undefined ||
    candidates.some((candidate) => candidate.date !== firstCandidate.date)
  )
    return builder.markMissing('issueDate', labelIndex === -1 ? 'label_not_found' : 'unreadable');
  const { date, location } = firstCandidate;
  builder.putAt('issueDate', date, { location, isVerified: isUsualValidity(date, expiryDate) });
}

function findDates(lines: readonly Line[]): { date: string; location: TextLocation }[] {
  return lines.flatMap((line) => {
    const match = DATE.exec(line.folded);
    const [matched = '', day = '', month = '', year = ''] = match ?? [];
    const date = parseSpanishDate(`${day}/${month}/${year}`);
    if (match === null || date === undefined) return [];
    return [{ date, location: locateText(line, match.index, match.index + matched.length) }];
  });
}

/** True when two dates have the same day and month; passports are valid for whole years. */
function isAnniversary(date: string, expiryDate = ''): boolean {
  return date < expiryDate && date.slice(4) === expiryDate.slice(4);
}

/** Periods of validity of Mexican passports and of those of most countries. */
const VALIDITY_YEARS: ReadonlySet<number> = new Set([1, 3, 5, 6, 10]);

/** True when the period of validity is a usual one, which confirms the year. */
function isUsualValidity(date: string, expiryDate = ''): boolean {
  const years = Number(expiryDate.slice(0, 4)) - Number(date.slice(0, 4));
  return isAnniversary(date, expiryDate) && VALIDITY_YEARS.has(years);
}

/**
 * Compares the document number of the zone with the printed page. Check digits do not distinguish G from 6; the page
 * does.
 */
function checkPrintedNumber(input: RuleInput, builder: ExtractionBuilder): void {
  const number = builder.findValue('documentNumber');
  if (number === undefined) return;
  const printedLines = input.lines.filter(({ text }) => !text.includes('<'));
  const printedNumbers = printedLines
    .flatMap(({ folded }) => folded.match(/[A-Z0-9]{9}/g) ?? [])
    .filter(
      (candidate) =>
        foldAmbiguousCharacters(candidate) === foldAmbiguousCharacters(number) &&
        computeCheckDigit(candidate) === computeCheckDigit(number),
    );
  const numberWithLetter = [...printedNumbers, number].find((candidate) =>
    /^[A-Z]/.test(candidate),
  );
  const confirmed = printedNumbers.length === 0 ? undefined : (numberWithLetter ?? number);
  if (confirmed === undefined) {
    const confidence = Math.min(
      UNCONFIRMED_CONFIDENCE_MAX,
      builder.findField('documentNumber')?.confidence ?? 0,
    );
    builder.update('documentNumber', { confidence });
  } else if (!printedNumbers.includes(number))
    builder.update('documentNumber', { value: confirmed, confidence: UNCONFIRMED_CONFIDENCE_MAX });
  const detail =
    confirmed === undefined
      ? 'The number of the zone was not read elsewhere on the page'
      : 'The number of the zone stands on the page too';
  builder.addCheck('mrz_matches_text', confirmed === undefined ? null : true, detail);
}

/** Maximum confidence of a number that the page does not confirm. Values below 0.9 need review. */
const UNCONFIRMED_CONFIDENCE_MAX = 0.89;

function foldAmbiguousCharacters(text: string): string {
  return text.replaceAll('G', '6').replaceAll('O', '0').replaceAll('I', '1');
}
