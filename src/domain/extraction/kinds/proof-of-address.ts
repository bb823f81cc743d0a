import { countLabels } from '../evidence/count-labels.ts';
import { isRunningText } from '../evidence/running-text.ts';
import type { ExtractionBuilder } from '../extraction-builder.ts';
import { type KindRules, type RuleInput, scorePatterns } from '../kind-rules.ts';
import { type LabelledField, putLabelled } from '../labelled-fields.ts';
import { isUnfinished } from '../layout/judge-continuation.ts';
import { locateText } from '../lines.ts';
import { DATE_IN_TEXT, parseSpanishDate } from '../spanish-date.ts';
import { AMOUNT_IN_TEXT, normalizeText, parseAmount } from '../values.ts';

/** Providers with text that occurs only on their own bills. */
const PROVIDERS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['CFE', /COMISION FEDERAL DE ELECTRICIDAD|CFE SUMINISTRADOR|SUMINISTRADOR DE SERVICIOS BASICOS/],
  ['TELMEX', /TELEFONOS DE MEXICO|TELMEX/],
  [
    'WATER',
    /SISTEMA DE AGUAS|SACMEX|AGUA Y DRENAJE|AGUA POTABLE|SERVICIO DE AGUA|ORGANISMO OPERADOR DE AGUA|SEGIAGUA|SIAPA|AGUAKAN|JUNTA MUNICIPAL DE AGUA/,
  ],
];
const KIND_PATTERNS: readonly (readonly [RegExp, number])[] = [
  [new RegExp(PROVIDERS.map(([, pattern]) => pattern.source).join('|')), 0.4],
  [/(?:N[O0]\.?|NUMERO) DE (?:SERVICIO|CUENTA|CONTRATO|CLIENTE)|CUENTA CONTRATO|TELEFONO\s*:/, 0.2],
  [/(?:TOTAL|IMPORTE) ?A ?PAGAR/, 0.2],
  [
    /PERIODO FACTURADO|PERIODO DE (?:CONSUMO|FACTURACION|SERVICIO)|MES DE FACTURACION|BIMESTRE|PERIODO/,
    0.15,
  ],
  [/LIMITE DE PAGO|PAGAR ANTES DE|FECHA DE VENCIMIENTO|CORTE A PARTIR/, 0.15],
];

/** Words of accounts and contracts, which have amounts, periods and due dates too. */
const OTHER_DOCUMENTS =
  /ESTADO DE CUENTA|PAGO MINIMO|GENERAR INTERESES|LIMITE DE CREDITO|TASA DE INTERES|SALDO PROMEDIO|ARRENDA(?:DOR|TARIO|MIENTO)|IMPUESTO PREDIAL|NOMINA/;
const UTILITY =
  /ENERGIA ELECTRICA|KWH|TELEFON|INTERNET|AGUA|ALCANTARILLADO|DRENAJE|GAS NATURAL|MEDIDOR/;
const BILL_LABELS: readonly RegExp[] = [
  /(?:TOTAL|IMPORTE) ?A ?PAGAR/,
  /(?:N[O0]\.?|NUMERO) DE (?:SERVICIO|CUENTA|CONTRATO|CLIENTE)|(?:CONTRATO|CUENTA|NI[AS]|TELEFONO)\s*:/,
  /(?:LIMITE DE PAGO|PAGAR ANTES DEL?|FECHA DE VENCIMIENTO)/,
  /(?:PERIODO|MES DE FACTURACION|BIMESTRE)/,
];

/** Counts the provider and the labels of a bill. Bank statements and contracts, which name providers too, count 0. */
function countBillFields({ folded, lines }: RuleInput): number {
  if (OTHER_DOCUMENTS.test(folded)) return 0;
  const isProvider = PROVIDERS.some(([, pattern]) =>
    lines.some((line) => pattern.test(line.folded) && !isRunningText(line)),
  );
  if (!isProvider && !UTILITY.test(folded)) return 0;
  return (isProvider ? 1 : 0) + countLabels(lines, BILL_LABELS);
}

const findDate = (text: string): string | undefined => {
  const [date] = DATE_IN_TEXT.exec(text.toUpperCase()) ?? [];
  return date === undefined ? undefined : parseSpanishDate(date);
};
/** Returns a period, or undefined when it lacks its end. */
const parsePeriod = (text: string): string | undefined =>
  isUnfinished(text.trim()) ? undefined : normalizeText(text);
const parseNumber = (text: string): string | undefined =>
  /^\d[\d ]{4,18}\d$/.exec(text.trim())?.[0].replaceAll(' ', '');

const LABELS: readonly LabelledField[] = [
  {
    name: 'serviceNumber',
    label:
      '(?:N[O0]\\.?|NUMERO) DE (?:SERVICIO|CUENTA|CONTRATO|CLIENTE)|CUENTA CONTRATO|CONTRATO|CUENTA|NI[AS]|TELEFONO',
    parse: parseNumber,
  },
  {
    name: 'fullName',
    label: 'NOMBRE(?: DEL (?:CLIENTE|TITULAR|USUARIO))?|TITULAR|USUARIO|CLIENTE',
    parse: normalizeText,
  },
  {
    name: 'addressText',
    label: 'DOMICILIO(?: DEL (?:SERVICIO|SUMINISTRO))?|DIRECCION(?: DEL SERVICIO)?',
    parse: normalizeText,
  },
  {
    name: 'period',
    label:
      'PERIODO(?: FACTURADO| DE CONSUMO| DE FACTURACION| DE SERVICIO)?|MES DE FACTURACION|BIMESTRE',
    parse: parsePeriod,
  },
  {
    name: 'dueDate',
    label: '(?:FECHA )?LIMITE DE PAGO|PAGAR ANTES DE(?:L)?|FECHA DE VENCIMIENTO',
    parse: findDate,
  },
  {
    name: 'issueDate',
    label: 'FECHA DE (?:EMISION|EXPEDICION|FACTURACION|FACTURA)|EMITIDO EL',
    parse: findDate,
    expected: false,
  },
  { name: 'amountDue', label: '(?:TOTAL|IMPORTE) ?A ?PAGAR', parse: parseAmount },
  { name: null, label: 'MEDIDOR|TARIFA|RMU|RFC|CORTE A PARTIR(?: DE)?' },
];

/** Utility bill: electricity, telephone or water. */
export const PROOF_OF_ADDRESS: KindRules = {
  kind: 'proof_of_address',
  score: ({ folded }) => scorePatterns(folded, KIND_PATTERNS),
  countOwnFields: countBillFields,
  ownFieldsMin: 3,
  extract: (input, builder) => {
    const { folded, lines } = input;
    const providers = PROVIDERS.filter(([, pattern]) => pattern.test(folded));
    const [provider] = providers;
    const line = lines.find((candidate) => provider?.[1].test(candidate.folded));
    if (provider === undefined || line === undefined || providers.length > 1)
      builder.markMissing('provider', providers.length > 1 ? 'ambiguous' : 'label_not_found');
    else
      builder.putAt('provider', provider[0], {
        location: locateText(line, 0, line.text.length),
        isVerified: true,
      });
    putLabelled(lines, LABELS, builder);
    putAmountBelow(input, builder);
    putPostalCode(input, builder);
    checkAge(input, builder);
  },
};

/** Adds the amount due, often printed in large digits below its label. Two different amounts there are ambiguous. */
function putAmountBelow({ lines }: RuleInput, builder: ExtractionBuilder): void {
  if (builder.findField('amountDue') !== undefined) return;
  const labelIndex = lines.findIndex(({ folded }) => /(?:TOTAL|IMPORTE) ?A ?PAGAR/.test(folded));
  const amounts = (labelIndex === -1 ? [] : lines.slice(labelIndex, labelIndex + 4)).flatMap(
    (line) =>
      [...line.text.matchAll(AMOUNT_IN_TEXT)].map(({ index, 0: text }) => ({
        amount: parseAmount(text),
        location: locateText(line, index, index + text.length),
      })),
  );
  const [firstAmount] = amounts;
  if (firstAmount === undefined) return;
  if (firstAmount.amount === undefined) return builder.reject('amountDue', 'not_valid');
  if (amounts.some(({ amount }) => amount !== firstAmount.amount))
    return builder.markMissing('amountDue', 'ambiguous');
  const { amount, location } = firstAmount;
  builder.putAt('amountDue', amount, { location, isVerified: false });
}

const POSTAL_CODE = /(?<![A-Z])C[.,]?\s?P[.,]?\s*:?\s*(\d{5})(?!\d)/g;

/**
 * Adds the postal code. Those of provider and customer cannot be distinguished, so two different ones are ambiguous.
 */
function putPostalCode({ lines }: RuleInput, builder: ExtractionBuilder): void {
  const postalCodes = lines.flatMap((line) =>
    [...line.folded.matchAll(POSTAL_CODE)].map(({ index, 0: matched, 1: code = '' }) => ({
      code,
      location: locateText(line, index + matched.length - code.length, index + matched.length),
    })),
  );
  const [firstPostalCode] = postalCodes;
  if (firstPostalCode === undefined) return builder.markMissing('postalCode', 'label_not_found');
  if (postalCodes.some((postalCode) => postalCode.code !== firstPostalCode.code))
    return builder.markMissing('postalCode', 'ambiguous');
  const { code, location } = firstPostalCode;
  builder.putAt('postalCode', code, { location, isVerified: false });
}

/** Maximum age of a proof of address that institutions accept. */
const AGE_MONTHS_MAX = 3;

/**
 * Checks that the bill is at most three months old and not dated in the future, by its issue date or the last date of
 * its period. Without such a date the check is undecided.
 */
function checkAge({ today }: RuleInput, builder: ExtractionBuilder): void {
  const dates =
    builder.findValue('period')?.toUpperCase().match(new RegExp(DATE_IN_TEXT, 'g')) ?? [];
  const lastDate = dates.at(-1);
  const billDate =
    builder.findValue('issueDate') ??
    (lastDate === undefined ? undefined : parseSpanishDate(lastDate));
  if (billDate === undefined)
    return builder.addCheck('age', null, 'The bill says no day that it was made on');
  const ok = billDate <= today && billDate >= subtractMonths(today, AGE_MONTHS_MAX);
  builder.addCheck(
    'age',
    ok,
    ok
      ? 'The bill is at most three months old'
      : 'The bill is older than three months, or dated in the future',
  );
}

function subtractMonths(day: string, months: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  const dayOfMonth = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() - months);
  const monthEnd = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0));
  date.setUTCDate(Math.min(dayOfMonth, monthEnd.getUTCDate()));
  return date.toISOString().slice(0, 10);
}
