import { parseCurp } from '../../tax/curp.ts';
import { doesCurpMatchName } from '../curp-name.ts';
import { hasTitle } from '../evidence/titles.ts';
import type { FieldName } from '../extracted.ts';
import { type ExtractionBuilder, VERIFIED_CONFIDENCE } from '../extraction-builder.ts';
import { checkIdentity } from '../identity-checks.ts';
import { type KindRules, type RuleInput, scorePatterns } from '../kind-rules.ts';
import { type LabelledField, putLabelled } from '../labelled-fields.ts';
import { listBelow, toCells } from '../layout/cells.ts';
import { joinLocations, locateText } from '../lines.ts';
import { parseSpanishDate } from '../spanish-date.ts';
import { hasCurpCheckDigit, normalizeCurp, normalizeText } from '../values.ts';

const KIND_PATTERNS: readonly (readonly [RegExp, number])[] = [
  [/CONSTANCIA DE LA CLAVE UNICA DE REGISTRO DE POBLACION/, 0.8],
  [/CLAVE UNICA DE REGISTRO DE POBLACION/, 0.4],
  [/REGISTRO NACIONAL DE POBLACION|RENAPO/, 0.2],
  [/[A-Z]{4}\d{6}[HMX][A-Z]{5}[A-Z0-9]\d/, 0.2],
  [/CURP CERTIFICADA/, 0.2],
  [/ENTIDAD DE REGISTRO/, 0.2],
];
const LABELS: readonly LabelledField[] = [
  {
    name: 'curp',
    label: 'CLAVE|CURP|CLAVE UNICA DE REGISTRO DE POBLACION',
    parse: normalizeCurp,
    isVerified: true,
  },
  { name: 'givenNames', label: 'NOMBRE ?\\(S\\)|NOMBRES?', parse: normalizeText, expected: false },
  {
    name: 'paternalSurname',
    label: '(?:PRIMER APELLIDO|APELLIDO PATERNO)',
    parse: normalizeText,
    expected: false,
  },
  {
    name: 'maternalSurname',
    label: '(?:SEGUNDO APELLIDO|APELLIDO MATERNO)',
    parse: normalizeText,
    expected: false,
  },
  {
    name: 'birthState',
    label: 'ENTIDAD DE (?:REGISTRO|NACIMIENTO)',
    parse: normalizeText,
    expected: false,
  },
  { name: 'birthDate', label: 'FECHA DE NACIMIENTO', parse: parseSpanishDate, expected: false },
  { name: null, label: 'FECHA DE INSCRIPCION' },
  { name: null, label: 'FOLIO' },
];
const CURP = /(?<![A-Z0-9])[A-Z]{4}\d{6}[HMX][A-Z]{5}[A-Z0-9]\d(?![A-Z0-9])/g;

/** CURP certificate (constancia): CURP, full name and state of registration. */
export const CURP_CERTIFICATE: KindRules = {
  kind: 'curp',
  score: ({ folded }) => {
    const isOtherKind =
      /CONSTANCIA DE SITUACION FISCAL|CLAVE DE ELECTOR|INSTITUTO NACIONAL ELECTORAL/.test(folded);
    return Math.max(0, scorePatterns(folded, KIND_PATTERNS) - (isOtherKind ? 0.6 : 0));
  },
  countOwnFields: countCertificateFields,
  ownFieldsMin: 3,
  extract: (input, builder) => {
    putFromQr(input, builder);
    putLabelled(input.lines, LABELS, builder);
    putUnlabelledCurp(input, builder);
    putCurpFields(builder);
    putFullName(input, builder);
    checkIdentity(builder, input.today);
  },
};

const CERTIFICATE_TITLE = /CONSTANCIA DE LA CLAVE UNICA DE REGISTRO DE POBLACION/;
const KEY_TITLE = /CLAVE UNICA DE REGISTRO DE POBLACION/;
/** A line with nothing but a key, or a key after its label. */
const KEY_LINE = /^(?:(?:CLAVE|CURP)\s*[:.]?\s*)?[A-Z0-9]{16,19}$/;

/**
 * Counts the title, twice when it is complete, the key on a line of its own, and after a title the date of
 * registration. Certificates of birth have the key as one of their fields, below its name.
 */
function countCertificateFields({ lines }: RuleInput): number {
  const title = hasTitle(lines, CERTIFICATE_TITLE) ? 2 : hasTitle(lines, KEY_TITLE) ? 1 : 0;
  const hasKey = lines.some(({ folded }) => KEY_LINE.test(folded));
  const hasRegistration = lines.some(({ folded }) => /FECHA DE INSCRIPCION/.test(folded));
  return title + (hasKey ? 1 : 0) + (title > 0 && hasRegistration ? 1 : 0);
}

/**
 * Adds the CURP from any line. When lines have different ones, a CURP from the QR code stays; otherwise a labelled CURP
 * is rejected as ambiguous and none is added.
 */
function putUnlabelledCurp({ lines }: RuleInput, builder: ExtractionBuilder): void {
  const matches = lines.flatMap((line) =>
    [...line.folded.matchAll(CURP)].flatMap(({ index, 0: text }) => {
      const curp = normalizeCurp(text);
      return curp === undefined
        ? []
        : { curp, location: locateText(line, index, index + text.length) };
    }),
  );
  const [firstMatch] = matches;
  if (firstMatch === undefined) return;
  const expected = builder.findValue('curp') ?? firstMatch.curp;
  const isDifferent = matches.some(({ curp }) => curp !== expected);
  if (isDifferent && builder.findField('curp')?.source === 'qr') {
    builder.addCheck(
      'qr_matches_text',
      null,
      'The key of the code and the one that was read differ',
    );
    return;
  }
  if (isDifferent) return builder.reject('curp', 'ambiguous');
  builder.putAt('curp', firstMatch.curp, {
    location: firstMatch.location,
    isVerified: hasCurpCheckDigit(firstMatch.curp),
  });
}

/**
 * Adds the CURP from the QR code if its check digit is correct, and the name if it matches the CURP. Vertical bars
 * separate the parts of the code.
 */
function putFromQr({ document }: RuleInput, builder: ExtractionBuilder): void {
  for (const code of document.codes.filter(({ format }) => format === 'qr')) {
    const [curpText = '', , ...names] = code.text.split('|');
    const curp = normalizeCurp(curpText);
    if (curp === undefined || !hasCurpCheckDigit(curp)) continue;
    const nameFields = toNameFields(curp, names);
    for (const [name, value] of [['curp', curp] as const, ...nameFields]) {
      const { page, box } = code;
      if (value !== '')
        builder.put({ name, value, source: 'qr', page, box, confidence: VERIFIED_CONFIDENCE });
    }
  }
}

/** Returns the fields of the name, or none when the name does not match the CURP. */
function toNameFields(
  curp: string,
  [paternal = '', maternal = '', givenNames = '']: readonly string[],
): [FieldName, string][] {
  if (doesCurpMatchName(curp, { given: givenNames, paternal, maternal }) !== true) return [];
  return [
    ['paternalSurname', paternal],
    ['maternalSurname', maternal],
    ['givenNames', givenNames],
    ['fullName', [givenNames, paternal, maternal].filter((part) => part !== '').join(' ')],
  ];
}

/** Adds date of birth and sex from a CURP with a correct check digit. */
function putCurpFields(builder: ExtractionBuilder): void {
  const field = builder.findField('curp');
  const parsed = field && parseCurp(field.value);
  if (field === undefined || parsed?.birthDate === undefined || !parsed.checkDigit.ok) return;
  const { source, page, box, confidence } = field;
  const curpConfidence = source === 'text' ? VERIFIED_CONFIDENCE : confidence;
  builder.put({
    name: 'birthDate',
    value: parsed.birthDate,
    source,
    page,
    box,
    confidence: curpConfidence,
  });
  builder.put({ name: 'sex', value: parsed.sex, source, page, box, confidence: curpConfidence });
}

const NAME_HEADING = /^NOMBRE(?: COMPLETO)?\s*:?$/;
const NAME_LINE = /^[\p{Lu}'. -]{2,100}$/u;
const LABEL_LINE =
  /^(?:ENTIDAD|CLAVE|CURP|FECHA|SEXO|NACIONALIDAD|FOLIO|DATOS|MUNICIPIO|LUGAR|ESTADO DE)\b/;
/** Maximum number of lines of a name: one for each surname and one for the given names. */
const NAME_LINES_MAX = 3;

/** Adds the full name, which current certificates print on one line or more below its label. */
function putFullName({ lines }: RuleInput, builder: ExtractionBuilder): void {
  if (builder.findField('givenNames') !== undefined) return;
  const cells = toCells(lines);
  const heading = cells.find(({ folded }) => NAME_HEADING.test(folded));
  const below = heading === undefined ? [] : listBelow(cells, heading, NAME_LINES_MAX);
  const end = below.findIndex(
    ({ text, folded }) => !NAME_LINE.test(text) || LABEL_LINE.test(folded),
  );
  const nameCells = end === -1 ? below : below.slice(0, end);
  const text = nameCells.map((cell) => cell.text).join(' ');
  const location = joinLocations(nameCells.map((cell) => locateText(cell, 0, cell.text.length)));
  if (location === undefined || !/\p{L}{2,} \p{L}{2,}/u.test(text))
    return builder.markMissing('fullName', heading === undefined ? 'label_not_found' : 'not_valid');
  builder.putAt('fullName', text, { location, isVerified: false });
}
