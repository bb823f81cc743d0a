import { type KindRules, type Material, weigh } from '../kind-rules.ts';
import { type Labelled, putLabelled } from '../labels.ts';
import { placeOf } from '../lines.ts';
import type { Sheet } from '../sheet.ts';
import { DAY_IN_TEXT, readDay } from '../spanish-day.ts';
import { readAmount, readText } from '../values.ts';

/** Who sends such bills, by what only its own bills say. */
const PROVIDERS: readonly (readonly [name: string, sign: RegExp])[] = [
  ['CFE', /COMISION FEDERAL DE ELECTRICIDAD|CFE SUMINISTRADOR|SUMINISTRADOR DE SERVICIOS BASICOS/],
  ['TELMEX', /TELEFONOS DE MEXICO|TELMEX/],
  [
    'WATER',
    /SISTEMA DE AGUAS|SACMEX|AGUA Y DRENAJE|AGUA POTABLE|SERVICIO DE AGUA|ORGANISMO OPERADOR DE AGUA|SEGIAGUA|SIAPA|AGUAKAN|JUNTA MUNICIPAL DE AGUA/,
  ],
];
const SIGNS: readonly (readonly [RegExp, number])[] = [
  [new RegExp(PROVIDERS.map(([, sign]) => sign.source).join('|')), 0.4],
  [/(?:N[O0]\.?|NUMERO) DE (?:SERVICIO|CUENTA|CONTRATO|CLIENTE)|CUENTA CONTRATO|TELEFONO\s*:/, 0.2],
  [/(?:TOTAL|IMPORTE) ?A ?PAGAR/, 0.2],
  [
    /PERIODO FACTURADO|PERIODO DE (?:CONSUMO|FACTURACION|SERVICIO)|MES DE FACTURACION|BIMESTRE|PERIODO/,
    0.15,
  ],
  [/LIMITE DE PAGO|PAGAR ANTES DE|FECHA DE VENCIMIENTO|CORTE A PARTIR/, 0.15],
];

const dayIn = (text: string): string | undefined => {
  const [found] = DAY_IN_TEXT.exec(text.toUpperCase()) ?? [];
  return found === undefined ? undefined : readDay(found);
};
const number = (text: string): string | undefined =>
  /^\d[\d ]{4,18}\d$/.exec(text.trim())?.[0].replaceAll(' ', '');

const LABELS: readonly Labelled[] = [
  {
    name: 'serviceNumber',
    label:
      '(?:N[O0]\\.?|NUMERO) DE (?:SERVICIO|CUENTA|CONTRATO|CLIENTE)|CUENTA CONTRATO|CONTRATO|CUENTA|NI[AS]|TELEFONO',
    parse: number,
  },
  {
    name: 'fullName',
    label: 'NOMBRE(?: DEL (?:CLIENTE|TITULAR|USUARIO))?|TITULAR|USUARIO|CLIENTE',
    parse: readText,
  },
  {
    name: 'addressText',
    label: 'DOMICILIO(?: DEL (?:SERVICIO|SUMINISTRO))?|DIRECCION(?: DEL SERVICIO)?',
    parse: readText,
  },
  {
    name: 'period',
    label:
      'PERIODO(?: FACTURADO| DE CONSUMO| DE FACTURACION| DE SERVICIO)?|MES DE FACTURACION|BIMESTRE',
    parse: readText,
  },
  {
    name: 'dueDate',
    label: '(?:FECHA )?LIMITE DE PAGO|PAGAR ANTES DE(?:L)?|FECHA DE VENCIMIENTO',
    parse: dayIn,
  },
  {
    name: 'issueDate',
    label: 'FECHA DE (?:EMISION|EXPEDICION|FACTURACION|FACTURA)|EMITIDO EL',
    parse: dayIn,
    expected: false,
  },
  { name: 'amountDue', label: '(?:TOTAL|IMPORTE) ?A ?PAGAR', parse: readAmount },
  { name: null, label: 'MEDIDOR|TARIFA|RMU|RFC|CORTE A PARTIR(?: DE)?' },
];

/** A bill of light, telephone or water. */
export const PROOF_OF_ADDRESS: KindRules = {
  kind: 'proof_of_address',
  score: ({ folded }) => weigh(folded, SIGNS),
  read: (material, sheet) => {
    const { folded, lines } = material;
    const provider = PROVIDERS.filter(([, sign]) => sign.test(folded));
    const [only] = provider;
    const line = lines.find((one) => only?.[1].test(one.folded));
    if (only === undefined || line === undefined || provider.length > 1)
      sheet.miss('provider', provider.length > 1 ? 'ambiguous' : 'label_not_found');
    else
      sheet.putAt('provider', only[0], { place: placeOf(line, 0, line.text.length), proven: true });
    putLabelled(lines, LABELS, sheet);
    putAmountBelow(material, sheet);
    putPostalCode(material, sheet);
    checkAge(material, sheet);
  },
};

/** What is to be paid often stands in large figures under its label; two different amounts there are none. */
function putAmountBelow({ lines }: Material, sheet: Sheet): void {
  if (sheet.get('amountDue') !== undefined) return;
  const at = lines.findIndex(({ folded }) => /(?:TOTAL|IMPORTE) ?A ?PAGAR/.test(folded));
  const found = (at === -1 ? [] : lines.slice(at, at + 4)).flatMap((line) =>
    [...line.text.matchAll(/\$\s?\d[\d,]*(?:\.\d{2})?(?![\d,.])/g)].map(({ index, 0: text }) => ({
      amount: readAmount(text),
      place: placeOf(line, index, index + text.length),
    })),
  );
  const [first] = found;
  if (first?.amount === undefined) return;
  if (found.some(({ amount }) => amount !== first.amount))
    return sheet.miss('amountDue', 'ambiguous');
  sheet.putAt('amountDue', first.amount, { place: first.place, proven: false });
}

const POSTAL_CODE = /(?<![A-Z])C[.,]?\s?P[.,]?\s*:?\s*(\d{5})(?!\d)/g;

/** Those of the sender and of who is billed cannot be told apart, so two different ones are none. */
function putPostalCode({ lines }: Material, sheet: Sheet): void {
  const found = lines.flatMap((line) =>
    [...line.folded.matchAll(POSTAL_CODE)].map(({ index, 0: whole, 1: code = '' }) => ({
      code,
      place: placeOf(line, index + whole.length - code.length, index + whole.length),
    })),
  );
  const [first] = found;
  if (first === undefined) return sheet.miss('postalCode', 'label_not_found');
  if (found.some(({ code }) => code !== first.code)) return sheet.miss('postalCode', 'ambiguous');
  sheet.putAt('postalCode', first.code, { place: first.place, proven: false });
}

const MONTHS_MAX = 3;

/** At most three months old, by the day of issue or the last day of the period. */
function checkAge({ today }: Material, sheet: Sheet): void {
  const days = sheet.value('period')?.toUpperCase().match(new RegExp(DAY_IN_TEXT, 'g')) ?? [];
  const last = days.at(-1);
  const made = sheet.value('issueDate') ?? (last === undefined ? undefined : readDay(last));
  if (made === undefined)
    return sheet.check('age', null, 'The bill says no day that it was made on');
  const ok = made <= today && made >= monthsBefore(today, MONTHS_MAX);
  sheet.check(
    'age',
    ok,
    ok
      ? 'The bill is at most three months old'
      : 'The bill is older than three months, or dated in the future',
  );
}

function monthsBefore(day: string, months: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  const dayOfMonth = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() - months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(dayOfMonth, last));
  return date.toISOString().slice(0, 10);
}
