import { countLabels } from '../evidence/count-labels.ts';
import { hasTitle } from '../evidence/titles.ts';
import type { ExtractionBuilder } from '../extraction-builder.ts';
import { checkIdentity } from '../identity-checks.ts';
import type { KindRules, RuleInput } from '../kind-rules.ts';
import { scorePatterns } from '../kind-rules.ts';
import { type LabelledField, putLabelled } from '../labelled-fields.ts';
import { locateText } from '../lines.ts';
import { parseSpanishDate } from '../spanish-date.ts';
import {
  hasCurpCheckDigit,
  hasRfcCheckDigit,
  normalizeCurp,
  normalizeRfc,
  normalizeText,
  parsePostalCode,
} from '../values.ts';
import { putIssue } from './tax-status-issue.ts';
import { checkQr } from './tax-status-qr.ts';
import { putSealFields } from './tax-status-seal.ts';
import { putTables } from './tax-status-tables.ts';

const KIND_PATTERNS: readonly (readonly [RegExp, number])[] = [
  [/CONSTANCIA DE SITUACION FISCAL/, 0.5],
  [/CEDULA DE IDENTIFICACION FISCAL/, 0.3],
  [/IDCIF\s*:\s*\d/, 0.35],
  [/(?:^|\n)\s*RFC\s*:\s*[A-Z&Ñ]{3,4}\d{6}/, 0.3],
  [/DATOS DE IDENTIFICACION DEL CONTRIBUYENTE/, 0.3],
  [/ESTATUS EN EL PADRON/, 0.2],
];
const QR_URL = /^https:\/\/siat\.sat\.gob\.mx\/app\/qr\/.*D1=10&D2=1&/;

const TITLE = /CONSTANCIA DE SITUACION FISCAL|CEDULA DE IDENTIFICACION FISCAL/;
/** Labels with a colon, which OCR may lose after labels of several words. */
const OWN_LABELS: readonly RegExp[] = [
  /(?<![A-Z])RFC\s*:\s*[A-Z&]/,
  /IDCIF\s*:\s*\S/,
  /NOMBRE ?\(S\)|DENOMINACION ?\/ ?RAZON SOCIAL/,
  /PRIMER APELLIDO|REGIMEN CAPITAL/,
  /SEGUNDO APELLIDO/,
  /FECHA (?:DE )?INICIO DE OPERACIONES/,
  /ESTATUS EN EL PADRON/,
  /FECHA DE ULTIMO CAMBIO DE ESTADO/,
  /NOMBRE COMERCIAL\s*:/,
  /CODIGO POSTAL\s*:/,
  /NOMBRE DE VIALIDAD/,
  /NOMBRE DE LA COLONIA/,
  /NOMBRE DE LA ENTIDAD FEDERATIVA/,
];

/** Labels of companies and persons alike. */
const COMMON_LABELS: readonly LabelledField[] = [
  { name: 'rfc', label: 'RFC', parse: normalizeRfc, isVerified: true },
  { name: 'idCif', label: 'IDCIF', parse: (text) => /^\d{8,14}$/.exec(text)?.[0] },
  {
    name: 'operationsStartDate',
    label: 'FECHA (?:DE )?INICIO DE OPERACIONES',
    parse: parseSpanishDate,
  },
  { name: 'taxStatus', label: 'ESTATUS EN EL PADRON', parse: normalizeText },
  {
    name: 'lastStatusChangeDate',
    label: 'FECHA DE ULTIMO CAMBIO DE ESTADO',
    parse: parseSpanishDate,
  },
  { name: 'tradeName', label: 'NOMBRE COMERCIAL', parse: normalizeText },
  { name: 'postalCode', label: 'CODIGO POSTAL', parse: parsePostalCode },
  { name: null, label: 'TIPO DE VIALIDAD' },
  { name: 'street', label: 'NOMBRE DE VIALIDAD', parse: normalizeText },
  { name: 'exteriorNumber', label: 'NUMERO EXTERIOR', parse: normalizeText },
  { name: 'interiorNumber', label: 'NUMERO INTERIOR', parse: normalizeText },
  { name: 'neighborhood', label: 'NOMBRE DE LA COLONIA', parse: normalizeText },
  { name: 'locality', label: 'NOMBRE DE LA LOCALIDAD', parse: normalizeText },
  {
    name: 'municipality',
    label: '(?:NOMBRE DEL )?MUNICIPIO O (?:DEMARCACION TERRITORIAL|DELEGACION)',
    parse: normalizeText,
  },
  { name: 'state', label: 'NOMBRE DE LA ENTIDAD FEDERATIVA', parse: normalizeText },
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
const COMPANY_LABELS: readonly LabelledField[] = [
  { name: 'companyName', label: 'DENOMINACION\\s?/\\s?RAZON SOCIAL', parse: normalizeText },
  { name: 'companyType', label: 'REGIMEN CAPITAL', parse: normalizeText },
];
const PERSON_LABELS: readonly LabelledField[] = [
  { name: 'curp', label: 'CURP', parse: normalizeCurp, isVerified: true },
  { name: 'givenNames', label: 'NOMBRE ?\\(S\\)', parse: normalizeText },
  { name: 'paternalSurname', label: 'PRIMER APELLIDO', parse: normalizeText },
  { name: 'maternalSurname', label: 'SEGUNDO APELLIDO', parse: normalizeText },
];
const toOptional = (spec: LabelledField): LabelledField => ({ ...spec, expected: false });

/** Tax status certificate (constancia de situación fiscal), complete or its first page. */
export const TAX_STATUS: KindRules = {
  kind: 'tax_status_certificate',
  score: ({ folded, document }) => {
    const hasQr = document.codes.some(({ text }) => QR_URL.test(text));
    return Math.min(1, scorePatterns(folded, KIND_PATTERNS) + (hasQr ? 0.6 : 0));
  },
  countOwnFields: ({ lines, document }) =>
    (hasTitle(lines, TITLE) ? 1 : 0) +
    (document.codes.some(({ text }) => QR_URL.test(text)) ? 2 : 0) +
    countLabels(lines, OWN_LABELS),
  ownFieldsMin: 3,
  extract: (input, builder) => {
    const { lines, today } = input;
    putLabelled(
      lines,
      [...COMMON_LABELS, ...COMPANY_LABELS.map(toOptional), ...PERSON_LABELS.map(toOptional)],
      builder,
    );
    checkQr(input, builder);
    putUnlabelledIds(input, builder);
    markMissingByTaxpayer(builder);
    putTables(lines, builder);
    putIssue(input, builder);
    putSealFields(input, builder);
    checkIdentity(builder, today);
    checkHeader(input, builder);
  },
};

/** Adds an id whose label OCR could not read: the only one with a correct check digit on a line of its own. */
function putUnlabelledIds({ lines }: RuleInput, builder: ExtractionBuilder): void {
  for (const [name, parse, hasCheckDigit] of [
    ['rfc', normalizeRfc, hasRfcCheckDigit],
    ['curp', normalizeCurp, hasCurpCheckDigit],
  ] as const) {
    const candidates = lines.flatMap((line) => {
      const value = line.source === 'ocr' ? parse(line.text) : undefined;
      return value !== undefined && hasCheckDigit(value) ? { value, line } : [];
    });
    const [id] = candidates;
    if (id === undefined || candidates.some(({ value }) => value !== id.value)) continue;
    const location = locateText(id.line, 0, id.line.text.length);
    builder.putAt(name, id.value, { location, isVerified: true });
  }
}

/** Marks the missing fields of a company or a person. A company has no CURP, a person no company name. */
function markMissingByTaxpayer(builder: ExtractionBuilder): void {
  const rfc = builder.findValue('rfc');
  const labels = rfc === undefined ? [] : rfc.length === 12 ? COMPANY_LABELS : PERSON_LABELS;
  for (const { name } of labels) if (name !== null) builder.markMissing(name, 'label_not_found');
}

/** Checks the RFC above the certificate and on the card in its corner against the labelled one. */
function checkHeader({ lines }: RuleInput, builder: ExtractionBuilder): void {
  const rfc = builder.findValue('rfc');
  const rfcs = lines.flatMap(({ text }) => normalizeRfc(text) ?? []);
  if (rfc === undefined || rfcs.length === 0) return;
  const isSame = rfcs.every((candidate) => candidate === rfc);
  const detail = isSame
    ? 'All RFCs in the heading are the one of the data'
    : 'An RFC in the heading is another one';
  builder.addCheck('header_rfc', isSame, detail);
}
