import { parseCurp } from '../../tax/curp.ts';
import { countLabels, isInCapitals } from '../evidence/count-labels.ts';
import { type ExtractionBuilder, roundConfidence } from '../extraction-builder.ts';
import { checkIdentity } from '../identity-checks.ts';
import { type KindRules, type RuleInput, scorePatterns } from '../kind-rules.ts';
import { findMatches, type Line, locateText } from '../lines.ts';
import { checkExpiry } from '../mrz-fields.ts';
import { hasCurpCheckDigit, normalizeCurp } from '../values.ts';
import { putName } from './ine-names.ts';
import { putNumbers } from './ine-numbers.ts';

const KIND_PATTERNS: readonly (readonly [RegExp, number])[] = [
  [/INSTITUTO (?:NACIONAL|FEDERAL) ELECTORAL/, 0.35],
  [/CREDENCIAL PARA VOTAR/, 0.35],
  [/CLAVE DE ELECTOR/, 0.35],
  [/A[NM]O DE REGISTRO/, 0.15],
  [/SECCION/, 0.05],
  [/VIGENCIA/, 0.1],
];
/** Title and labels of a card. They have no colon, unlike those of a form. */
const CARD_LABELS: readonly RegExp[] = [
  /INSTITUTO (?:NACIONAL|FEDERAL) ELECTORAL|CREDENCIAL PARA VOTAR/,
  /(?<![A-Z])NOMBRE(?=\s*(?:$|SEXO|EDAD|FECHA))/,
  /(?<![A-Z])DOMICILIO(?=\s*$)/,
  /(?:CLAVE DE )?ELECTOR(?=\s*$|\s+[A-Z])/,
  /(?<![A-Z])CURP(?=\s*$|\s+[A-Z])/,
  /A[NM]O DE REGISTRO(?!\s*:)/,
  /FECHA DE NACIMIENTO(?!\s*:)/,
  /SECCION(?!\s*:)/,
  /VIGENCIA(?!\s*:)/,
];
const HEADINGS =
  /^(?:NOMBRE|DOMICILIO|CLAVE DE|CURP|A[NM]O DE|FECHA DE|SECCION|VIGENCIA|SEXO|ESTADO|MUNICIPIO|LOCALIDAD|EMISION|INSTITUTO|MEXICO|CREDENCIAL)/;

/** Front of a voter card. Its labels have no colon; values are beside or below them. */
export const INE_FRONT: KindRules = {
  kind: 'ine_front',
  score: ({ folded }) => scorePatterns(folded, KIND_PATTERNS),
  countOwnFields: ({ lines }) => countLabels(lines.filter(isInCapitals), CARD_LABELS),
  ownFieldsMin: 3,
  extract: (input, builder) => {
    putCurp(input, builder);
    putElectorKey(input, builder);
    putCurpFields(builder);
    putName(input, builder);
    putAddress(input, builder);
    putNumbers(input, builder);
    checkIdentity(builder, input.today);
    checkExpiry(builder, input.today);
  },
};

function putCurp({ lines }: RuleInput, builder: ExtractionBuilder): void {
  const candidates = findMatches(
    lines,
    /(?<![A-Z0-9])[A-Z]{4}\d{6}[HMX][A-Z]{5}[A-Z0-9]\d(?![A-Z0-9])/g,
  );
  const curp = candidates.find(({ text }) => normalizeCurp(text) !== undefined);
  if (curp === undefined)
    return builder.markMissing('curp', candidates.length > 0 ? 'not_valid' : 'unreadable');
  builder.putAt('curp', curp.text, {
    location: curp.location,
    isVerified: hasCurpCheckDigit(curp.text),
  });
}

/**
 * Adds the elector key: six consonants, date of birth, state, sex and four digits. Its confidence rises when date and
 * sex equal those of the CURP.
 */
function putElectorKey({ lines }: RuleInput, builder: ExtractionBuilder): void {
  const [electorKey] = findMatches(lines, /(?<![A-Z0-9])[A-Z]{6}\d{8}[HM]\d{3}(?![A-Z0-9])/g);
  if (electorKey === undefined) return builder.markMissing('electorKey', 'unreadable');
  const curp = builder.findValue('curp');
  const isConsistent =
    curp?.slice(4, 10) === electorKey.text.slice(6, 12) &&
    curp.charAt(10) === electorKey.text.charAt(14);
  builder.putAt('electorKey', electorKey.text, {
    location: electorKey.location,
    isVerified: false,
  });
  if (isConsistent && electorKey.location.source === 'ocr')
    builder.update('electorKey', {
      confidence: roundConfidence(
        Math.min(CONSISTENT_CONFIDENCE_MAX, electorKey.location.readConfidence),
      ),
    });
}

/** Maximum confidence of an elector key that the CURP confirms in part. Values of at least 0.9 need no review. */
const CONSISTENT_CONFIDENCE_MAX = 0.92;

function putCurpFields(builder: ExtractionBuilder): void {
  const curp = builder.findField('curp');
  const parsed = curp && parseCurp(curp.value);
  if (curp === undefined || parsed?.birthDate === undefined || !parsed.checkDigit.ok) return;
  const { source, page, box, confidence } = curp;
  builder.put({ name: 'birthDate', value: parsed.birthDate, source, page, box, confidence });
  builder.put({ name: 'sex', value: parsed.sex, source, page, box, confidence });
}

function putAddress({ lines }: RuleInput, builder: ExtractionBuilder): void {
  const headingIndex = lines.findIndex(({ folded }) => /^DOMICILIO\b/.test(folded));
  const addressLines = selectAddressLines(
    headingIndex === -1 ? [] : lines.slice(headingIndex + 1, headingIndex + 5),
  );
  const [firstLine] = addressLines;
  if (firstLine === undefined)
    return builder.markMissing('addressText', headingIndex === -1 ? 'label_not_found' : 'empty');
  const location = locateText(firstLine, 0, firstLine.text.length);
  builder.putAt('addressText', addressLines.map(({ text }) => text).join(', '), {
    location,
    isVerified: false,
  });
  const [postalCode] = findMatches(addressLines, /(?<!\d)(\d{5})(?!\d)/g);
  if (postalCode === undefined) builder.markMissing('postalCode', 'unreadable');
  else
    builder.putAt('postalCode', postalCode.text, {
      location: postalCode.location,
      isVerified: false,
    });
}

/** Labels below the address, also without their first word, and any long identifier: the address ends before them. */
const AFTER_ADDRESS =
  /\bCLAVE DE\b|\b(?:DE )?ELECTOR\b|(?:\bA[NM]O )?\bDE REGISTRO\b|\bCURP\b|\bFECHA DE NACIMIENTO\b|\bVIGENCIA\b|\b(?=[A-Z]*\d[A-Z]*\d)[A-Z0-9]{16,20}\b/;

/** Returns the lines of an address, the last one cut where the next label begins. */
function selectAddressLines(lines: readonly Line[]): Line[] {
  const addressLines: Line[] = [];
  for (const line of lines) {
    if (HEADINGS.test(line.folded)) break;
    const end = line.folded.search(AFTER_ADDRESS);
    const text = (end === -1 ? line.text : line.text.slice(0, end)).replace(/[\s,;]+$/, '');
    if (text !== '')
      addressLines.push({ ...line, text, folded: line.folded.slice(0, text.length) });
    if (end !== -1) break;
  }
  return addressLines;
}
