import { checkIdentity } from '../identity-checks.ts';
import type { KindRules, Material } from '../kind-rules.ts';
import { weigh } from '../kind-rules.ts';
import { type Labelled, putLabelled } from '../labels.ts';
import { joinPlaces, placeOf } from '../lines.ts';
import type { Sheet } from '../sheet.ts';
import { readDay } from '../spanish-day.ts';
import {
  hasCurpCheckDigit,
  hasRfcCheckDigit,
  readCurp,
  readPostalCode,
  readRfc,
  readText,
} from '../values.ts';
import { checkQr } from './tax-status-qr.ts';
import { readSeal } from './tax-status-seal.ts';
import { readTables } from './tax-status-tables.ts';

const SIGNS: readonly (readonly [RegExp, number])[] = [
  [/CONSTANCIA DE SITUACION FISCAL/, 0.5],
  [/CEDULA DE IDENTIFICACION FISCAL/, 0.3],
  [/IDCIF\s*:\s*\d/, 0.35],
  [/(?:^|\n)\s*RFC\s*:\s*[A-Z&Ñ]{3,4}\d{6}/, 0.3],
  [/DATOS DE IDENTIFICACION DEL CONTRIBUYENTE/, 0.3],
  [/ESTATUS EN EL PADRON/, 0.2],
];
const QR = /^https:\/\/siat\.sat\.gob\.mx\/app\/qr\/.*D1=10&D2=1&/;

/** Where the label says what must be there for whom; RFC and its owner's kind decide which are missed. */
const COMMON: readonly Labelled[] = [
  { name: 'rfc', label: 'RFC', parse: readRfc, proven: true },
  { name: 'idCif', label: 'IDCIF', parse: (text) => /^\d{8,14}$/.exec(text)?.[0] },
  { name: 'operationsStartDate', label: 'FECHA (?:DE )?INICIO DE OPERACIONES', parse: readDay },
  { name: 'taxStatus', label: 'ESTATUS EN EL PADRON', parse: readText },
  { name: 'lastStatusChangeDate', label: 'FECHA DE ULTIMO CAMBIO DE ESTADO', parse: readDay },
  { name: 'tradeName', label: 'NOMBRE COMERCIAL', parse: readText },
  { name: 'postalCode', label: 'CODIGO POSTAL', parse: readPostalCode },
  { name: null, label: 'TIPO DE VIALIDAD' },
  { name: 'street', label: 'NOMBRE DE VIALIDAD', parse: readText },
  { name: 'exteriorNumber', label: 'NUMERO EXTERIOR', parse: readText },
  { name: 'interiorNumber', label: 'NUMERO INTERIOR', parse: readText },
  { name: 'neighborhood', label: 'NOMBRE DE LA COLONIA', parse: readText },
  { name: 'locality', label: 'NOMBRE DE LA LOCALIDAD', parse: readText },
  {
    name: 'municipality',
    label: '(?:NOMBRE DEL )?MUNICIPIO O (?:DEMARCACION TERRITORIAL|DELEGACION)',
    parse: readText,
  },
  { name: 'state', label: 'NOMBRE DE LA ENTIDAD FEDERATIVA', parse: readText },
  { name: null, label: 'ENTRE CALLE' },
  { name: null, label: 'Y CALLE' },
  {
    name: 'email',
    label: 'CORREO ELECTRONICO',
    parse: (text) => /^\S+@\S+\.\S+$/.exec(text)?.[0],
    expected: false,
  },
  { name: null, label: '(?:TEL\\.? (?:FIJO|MOVIL) )?LADA' },
  { name: null, label: 'NUMERO' },
  { name: null, label: 'ESTADO DEL DOMICILIO' },
  { name: null, label: 'ESTADO DEL CONTRIBUYENTE(?: EN EL DOMICILIO)?' },
];
const OF_COMPANY: readonly Labelled[] = [
  { name: 'companyName', label: 'DENOMINACION\\s?/\\s?RAZON SOCIAL', parse: readText },
  { name: 'companyType', label: 'REGIMEN CAPITAL', parse: readText },
];
const OF_PERSON: readonly Labelled[] = [
  { name: 'curp', label: 'CURP', parse: readCurp, proven: true },
  { name: 'givenNames', label: 'NOMBRE ?\\(S\\)', parse: readText },
  { name: 'paternalSurname', label: 'PRIMER APELLIDO', parse: readText },
  { name: 'maternalSurname', label: 'SEGUNDO APELLIDO', parse: readText },
];
const optional = (spec: Labelled): Labelled => ({ ...spec, expected: false });

/** Constancia de situación fiscal, whole or its first page. */
export const TAX_STATUS: KindRules = {
  kind: 'tax_status_certificate',
  score: ({ folded, document }) => {
    const hasQr = document.codes.some(({ text }) => QR.test(text));
    return Math.min(1, weigh(folded, SIGNS) + (hasQr ? 0.6 : 0));
  },
  read: (material, sheet) => {
    const { lines, today } = material;
    putLabelled(lines, [...COMMON, ...OF_COMPANY.map(optional), ...OF_PERSON.map(optional)], sheet);
    checkQr(material, sheet);
    putUnlabelled(material, sheet);
    missOwn(sheet);
    readTables(lines, sheet);
    readIssued(material, sheet);
    readSeal(material, sheet);
    checkIdentity(sheet, today);
    checkHeader(material, sheet);
  },
};

/** On a picture whose labels were not read: the one id with a right check digit that stands on a line by itself. */
function putUnlabelled({ lines }: Material, sheet: Sheet): void {
  for (const [name, parse, isSound] of [
    ['rfc', readRfc, hasRfcCheckDigit],
    ['curp', readCurp, hasCurpCheckDigit],
  ] as const) {
    const found = lines.flatMap((line) => {
      const value = line.source === 'ocr' ? parse(line.text) : undefined;
      return value !== undefined && isSound(value) ? { value, line } : [];
    });
    const [first] = found;
    if (first === undefined || found.some(({ value }) => value !== first.value)) continue;
    const place = placeOf(first.line, 0, first.line.text.length);
    sheet.putAt(name, first.value, { place, proven: true });
  }
}

/** A company has no CURP and a person no company's name, so their absence is none. */
function missOwn(sheet: Sheet): void {
  const rfc = sheet.value('rfc');
  const own = rfc === undefined ? [] : rfc.length === 12 ? OF_COMPANY : OF_PERSON;
  for (const { name } of own) if (name !== null) sheet.miss(name, 'label_not_found');
}

const ISSUED = /^(.+?)\s+A\s+(\d{1,2} DE [A-Z]+ DE \d{4})$/;

/** `place A day`, under its heading, on one line or two. */
function readIssued({ lines }: Material, sheet: Sheet): void {
  const heading = lines.findIndex(({ folded }) => folded.startsWith('LUGAR Y FECHA DE EMISION'));
  const [one, other] = heading === -1 ? [] : lines.slice(heading + 1, heading + 3);
  for (const parts of [[one], [one, other]]) {
    const own = parts.flatMap((line) => line ?? []);
    const text = own.map((line) => line.text).join(' ');
    const [, , day] = ISSUED.exec(own.map((line) => line.folded).join(' ')) ?? [];
    const date = day === undefined ? undefined : readDay(day);
    const [first, ...rest] = own.map((line) => placeOf(line, 0, line.text.length));
    if (day === undefined || date === undefined || first === undefined) continue;
    const place = joinPlaces(first, ...rest);
    sheet.putAt('issueDate', date, { place, proven: false });
    const where = text.slice(0, text.length - day.length).replace(/\s+A\s+$/i, '');
    sheet.putAt('issuePlace', where.replace(/\s+,/g, ','), { place, proven: false });
  }
  const reason = heading === -1 ? 'label_not_found' : 'not_valid';
  sheet.miss('issueDate', reason);
  sheet.miss('issuePlace', reason);
}

/** The RFC stands by itself above the certificate and on the card in its corner. */
function checkHeader({ lines }: Material, sheet: Sheet): void {
  const rfc = sheet.value('rfc');
  const alone = lines.flatMap(({ text }) => readRfc(text) ?? []);
  if (rfc === undefined || alone.length === 0) return;
  const same = alone.every((one) => one === rfc);
  const detail = same
    ? 'All RFCs in the heading are the one of the data'
    : 'An RFC in the heading is another one';
  sheet.check('header_rfc', same, detail);
}
