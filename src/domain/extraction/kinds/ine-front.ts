import { parseCurp } from '../../tax/curp.ts';
import { recoverEnye } from '../curp-name.ts';
import { checkIdentity } from '../identity-checks.ts';
import { type KindRules, type Material, weigh } from '../kind-rules.ts';
import { findAll, type Line, type Place, placeOf } from '../lines.ts';
import { checkExpiry } from '../mrz-fields.ts';
import { round, type Sheet } from '../sheet.ts';
import { hasCurpCheckDigit, readCurp } from '../values.ts';
import { putNumbers } from './ine-numbers.ts';

const SIGNS: readonly (readonly [RegExp, number])[] = [
  [/INSTITUTO (?:NACIONAL|FEDERAL) ELECTORAL/, 0.35],
  [/CREDENCIAL PARA VOTAR/, 0.35],
  [/CLAVE DE ELECTOR/, 0.35],
  [/A[NM]O DE REGISTRO/, 0.15],
  [/SECCION/, 0.05],
  [/VIGENCIA/, 0.1],
];
const HEADINGS =
  /^(?:NOMBRE|DOMICILIO|CLAVE DE|CURP|A[NM]O DE|FECHA DE|SECCION|VIGENCIA|SEXO|ESTADO|MUNICIPIO|LOCALIDAD|EMISION|INSTITUTO|MEXICO|CREDENCIAL)/;

/** The front of a voter's card. Its labels have no colon; what they mean stands beside or under them. */
export const INE_FRONT: KindRules = {
  kind: 'ine_front',
  score: ({ folded }) => weigh(folded, SIGNS),
  read: (material, sheet) => {
    putCurp(material, sheet);
    putElectorKey(material, sheet);
    putFromCurp(sheet);
    putName(material, sheet);
    putAddress(material, sheet);
    putNumbers(material, sheet);
    checkIdentity(sheet, material.today);
    checkExpiry(sheet, material.today);
  },
};

function putCurp({ lines }: Material, sheet: Sheet): void {
  const found = findAll(lines, /(?<![A-Z0-9])[A-Z]{4}\d{6}[HMX][A-Z]{5}[A-Z0-9]\d(?![A-Z0-9])/g);
  const own = found.find(({ text }) => readCurp(text) !== undefined);
  if (own === undefined) return sheet.miss('curp', found.length > 0 ? 'not_valid' : 'unreadable');
  sheet.putAt('curp', own.text, { place: own.place, proven: hasCurpCheckDigit(own.text) });
}

/** Six consonants, day of birth, state, sex and four more: proven where day and sex are those of the CURP. */
function putElectorKey({ lines }: Material, sheet: Sheet): void {
  const [own] = findAll(lines, /(?<![A-Z0-9])[A-Z]{6}\d{8}[HM]\d{3}(?![A-Z0-9])/g);
  if (own === undefined) return sheet.miss('electorKey', 'unreadable');
  const curp = sheet.value('curp');
  const sameDay =
    curp?.slice(4, 10) === own.text.slice(6, 12) && curp.charAt(10) === own.text.charAt(14);
  sheet.putAt('electorKey', own.text, { place: own.place, proven: false });
  if (sameDay && own.place.source === 'ocr')
    sheet.change('electorKey', { confidence: round(Math.min(0.92, own.place.readAs)) });
}

function putFromCurp(sheet: Sheet): void {
  const curp = sheet.get('curp');
  const parsed = curp && parseCurp(curp.value);
  if (curp === undefined || parsed?.birthDate === undefined || !parsed.checkDigit.ok) return;
  const { source, page, box, confidence } = curp;
  sheet.put({ name: 'birthDate', value: parsed.birthDate, source, page, box, confidence });
  sheet.put({ name: 'sex', value: parsed.sex, source, page, box, confidence });
}

/** Under `NOMBRE` stand the surnames, a line each, and then the given names. */
function putName({ lines }: Material, sheet: Sheet): void {
  const at = lines.findIndex(({ folded }) => /^NOMBRE\b/.test(folded));
  const beside = /^(?:SEXO|EDAD)\b/;
  const after = (at === -1 ? [] : lines.slice(at + 1, at + 7)).filter(
    ({ folded }) => !beside.test(folded),
  );
  const end = after.findIndex(({ folded }) => HEADINGS.test(folded));
  const own = after
    .slice(0, end === -1 ? undefined : end)
    .map((line) => nameLine(line))
    .filter((line) => line.text !== '');
  const [paternal, maternal, given] = own;
  if (paternal === undefined || maternal === undefined || given === undefined || own.length > 3) {
    for (const name of ['paternalSurname', 'maternalSurname', 'givenNames'] as const)
      sheet.miss(name, at === -1 ? 'label_not_found' : 'unreadable');
    return;
  }
  const curp = sheet.value('curp');
  putOne(sheet, 'paternalSurname', { ...paternal, ...lettersOf(curp, [0, 13]) });
  putOne(sheet, 'maternalSurname', { ...maternal, ...lettersOf(curp, [2, 14]) });
  putOne(sheet, 'givenNames', { ...given, ...lettersOf(curp, [3, 15]) });
}

type NameLine = { text: string; place: Place };
type Letters = { initial: string | undefined; consonant: string | undefined };

/** Beside the name stand the day of birth and the sex, which are no part of it. */
function nameLine(line: Line): NameLine {
  const [head = ''] = /^[\p{Lu}' .-]*/u.exec(line.text) ?? [];
  // What is read into the edge of the photograph is a letter by itself.
  const [edge = ''] = /^(?:\p{Lu} )?/u.exec(head) ?? [];
  const text = head
    .slice(edge.length)
    .replace(/\s+(?:FECHA|SEXO|EDAD).*$/, '')
    .trim();
  return { text, place: placeOf(line, edge.length, edge.length + text.length) };
}

function lettersOf(
  curp: string | undefined,
  [initial, consonant]: readonly [number, number],
): Letters {
  return { initial: curp?.charAt(initial), consonant: curp?.charAt(consonant) };
}

function putOne(
  sheet: Sheet,
  name: 'paternalSurname' | 'maternalSurname' | 'givenNames',
  { text, place, ...letters }: NameLine & Letters,
): void {
  const recovered = place.source === 'ocr' ? recoverEnye(text, letters) : undefined;
  sheet.putAt(name, recovered ?? text, { place, proven: false });
  if (recovered !== undefined) sheet.change(name, { recoveredFrom: 'curp' });
}

function putAddress({ lines }: Material, sheet: Sheet): void {
  const at = lines.findIndex(({ folded }) => /^DOMICILIO\b/.test(folded));
  const own = addressLines(at === -1 ? [] : lines.slice(at + 1, at + 5));
  const [first] = own;
  if (first === undefined)
    return sheet.miss('addressText', at === -1 ? 'label_not_found' : 'empty');
  const place = placeOf(first, 0, first.text.length);
  sheet.putAt('addressText', own.map(({ text }) => text).join(', '), { place, proven: false });
  const [code] = findAll(own, /(?<!\d)(\d{5})(?!\d)/g);
  if (code === undefined) sheet.miss('postalCode', 'unreadable');
  else sheet.putAt('postalCode', code.text, { place: code.place, proven: false });
}

/** Labels below the address, also without their first word, and any long identifier: the address ends before them. */
const AFTER_ADDRESS =
  /\bCLAVE DE\b|\b(?:DE )?ELECTOR\b|(?:\bA[NM]O )?\bDE REGISTRO\b|\bCURP\b|\bFECHA DE NACIMIENTO\b|\bVIGENCIA\b|\b(?=[A-Z]*\d[A-Z]*\d)[A-Z0-9]{16,20}\b/;

/** Returns the lines of an address, the last one cut where the next label begins. */
function addressLines(lines: readonly Line[]): Line[] {
  const own: Line[] = [];
  for (const line of lines) {
    if (HEADINGS.test(line.folded)) break;
    const end = line.folded.search(AFTER_ADDRESS);
    const text = (end === -1 ? line.text : line.text.slice(0, end)).replace(/[\s,;]+$/, '');
    if (text !== '') own.push({ ...line, text, folded: line.folded.slice(0, text.length) });
    if (end !== -1) break;
  }
  return own;
}
