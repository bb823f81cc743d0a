import { parseCurp } from '../../tax/curp.ts';
import { curpFitsName } from '../curp-name.ts';
import type { FieldName } from '../extracted.ts';
import { checkIdentity } from '../identity-checks.ts';
import { type KindRules, type Material, weigh } from '../kind-rules.ts';
import { type Labelled, putLabelled } from '../labels.ts';
import { placeOf } from '../lines.ts';
import { PROVEN, type Sheet } from '../sheet.ts';
import { readDay } from '../spanish-day.ts';
import { hasCurpCheckDigit, readCurp, readText } from '../values.ts';

const SIGNS: readonly (readonly [RegExp, number])[] = [
  [/CONSTANCIA DE LA CLAVE UNICA DE REGISTRO DE POBLACION/, 0.8],
  [/CLAVE UNICA DE REGISTRO DE POBLACION/, 0.4],
  [/REGISTRO NACIONAL DE POBLACION|RENAPO/, 0.2],
  [/[A-Z]{4}\d{6}[HMX][A-Z]{5}[A-Z0-9]\d/, 0.2],
  [/CURP CERTIFICADA/, 0.2],
  [/ENTIDAD DE REGISTRO/, 0.2],
];
const LABELS: readonly Labelled[] = [
  {
    name: 'curp',
    label: 'CLAVE|CURP|CLAVE UNICA DE REGISTRO DE POBLACION',
    parse: readCurp,
    proven: true,
  },
  { name: 'givenNames', label: 'NOMBRE ?\\(S\\)|NOMBRES?', parse: readText, expected: false },
  {
    name: 'paternalSurname',
    label: '(?:PRIMER APELLIDO|APELLIDO PATERNO)',
    parse: readText,
    expected: false,
  },
  {
    name: 'maternalSurname',
    label: '(?:SEGUNDO APELLIDO|APELLIDO MATERNO)',
    parse: readText,
    expected: false,
  },
  {
    name: 'birthState',
    label: 'ENTIDAD DE (?:REGISTRO|NACIMIENTO)',
    parse: readText,
    expected: false,
  },
  { name: 'birthDate', label: 'FECHA DE NACIMIENTO', parse: readDay, expected: false },
  { name: null, label: 'FECHA DE INSCRIPCION' },
  { name: null, label: 'FOLIO' },
];
const ANYWHERE = /(?<![A-Z0-9])[A-Z]{4}\d{6}[HMX][A-Z]{5}[A-Z0-9]\d(?![A-Z0-9])/g;

/** Constancia de la CURP: the key, the whole name under it, the state of registration. */
export const CURP_SHEET: KindRules = {
  kind: 'curp',
  score: ({ folded }) => {
    const isOther =
      /CONSTANCIA DE SITUACION FISCAL|CLAVE DE ELECTOR|INSTITUTO NACIONAL ELECTORAL/.test(folded);
    return Math.max(0, weigh(folded, SIGNS) - (isOther ? 0.6 : 0));
  },
  read: (material, sheet) => {
    putFromQr(material, sheet);
    putLabelled(material.lines, LABELS, sheet);
    putAnywhere(material, sheet);
    putFromCurp(sheet);
    putFullName(material, sheet);
    checkIdentity(sheet, material.today);
  },
};

/** The key stands alone on its line, under its label; wherever it stands there is but one of them. */
function putAnywhere({ lines }: Material, sheet: Sheet): void {
  const found = lines.flatMap((line) =>
    [...line.folded.matchAll(ANYWHERE)].flatMap(({ index, 0: text }) => {
      const curp = readCurp(text);
      return curp === undefined ? [] : { curp, place: placeOf(line, index, index + text.length) };
    }),
  );
  const [first] = found;
  if (first === undefined) return;
  const known = sheet.value('curp') ?? first.curp;
  const isOther = found.some(({ curp }) => curp !== known);
  if (isOther && sheet.get('curp')?.source === 'qr') {
    sheet.check('qr_matches_text', null, 'The key of the code and the one that was read differ');
    return;
  }
  if (isOther) return sheet.drop('curp', 'ambiguous');
  sheet.putAt('curp', first.curp, { place: first.place, proven: hasCurpCheckDigit(first.curp) });
}

/**
 * The square code holds the key and the name in parts, parted by bars. It is believed where the key's check digit is right
 * and its letters are those of the name.
 */
function putFromQr({ document }: Material, sheet: Sheet): void {
  for (const code of document.codes.filter(({ format }) => format === 'qr')) {
    const [key = '', , ...names] = code.text.split('|');
    const curp = readCurp(key);
    if (curp === undefined || !hasCurpCheckDigit(curp)) continue;
    const said = namesOf(curp, names);
    for (const [name, value] of [['curp', curp] as const, ...said]) {
      const { page, box } = code;
      if (value !== '') sheet.put({ name, value, source: 'qr', page, box, confidence: PROVEN });
    }
  }
}

/** Nothing where the key's letters are not those of the name. */
function namesOf(
  curp: string,
  [paternal = '', maternal = '', given = '']: readonly string[],
): [FieldName, string][] {
  if (curpFitsName(curp, { given, paternal, maternal }) !== true) return [];
  return [
    ['paternalSurname', paternal],
    ['maternalSurname', maternal],
    ['givenNames', given],
    ['fullName', [given, paternal, maternal].filter((part) => part !== '').join(' ')],
  ];
}

/** What the key itself says, where its check digit is right. */
function putFromCurp(sheet: Sheet): void {
  const field = sheet.get('curp');
  const parsed = field && parseCurp(field.value);
  if (field === undefined || parsed?.birthDate === undefined || !parsed.checkDigit.ok) return;
  const { source, page, box, confidence } = field;
  const sure = source === 'text' ? PROVEN : confidence;
  sheet.put({ name: 'birthDate', value: parsed.birthDate, source, page, box, confidence: sure });
  sheet.put({ name: 'sex', value: parsed.sex, source, page, box, confidence: sure });
}

/** On the sheet of today the name stands on a line by itself under the word for it. */
function putFullName({ lines }: Material, sheet: Sheet): void {
  const given = sheet.get('givenNames');
  if (given !== undefined) return;
  const at = lines.findIndex(({ folded }) => /^NOMBRE(?: COMPLETO)?\s*:?$/.test(folded));
  const line = at === -1 ? undefined : lines[at + 1];
  if (line === undefined || !/^[\p{Lu}'. -]{5,100}$/u.test(line.text))
    return sheet.miss('fullName', at === -1 ? 'label_not_found' : 'not_valid');
  const place = placeOf(line, 0, line.text.length);
  sheet.putAt('fullName', line.text, { place, proven: false });
}
