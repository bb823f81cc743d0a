import type { XmlElement } from '../read-document.ts';
import type { Sheet } from '../sheet.ts';
import { childOf, findElement } from './xml.ts';

/** Amounts have at most six decimals. */
const SCALE = 6;
/** Each of the sums may be rounded. */
const TOLERANCE = 20_000n;

/** Whether subtotal, discount and taxes, local ones too, come to the total. */
export function checkTotals(xml: XmlElement, sheet: Sheet): void {
  const taxes = childOf(xml, 'Impuestos');
  const local = findElement(xml, 'ImpuestosLocales');
  const plus = [
    amountOf(xml, 'SubTotal'),
    amountOf(taxes, 'TotalImpuestosTrasladados'),
    amountOf(local, 'TotaldeTraslados'),
  ];
  const minus = [
    amountOf(xml, 'Descuento'),
    amountOf(taxes, 'TotalImpuestosRetenidos'),
    amountOf(local, 'TotaldeRetenciones'),
  ];
  const total = amountOf(xml, 'Total');
  if (xml.attributes['Total'] === undefined || [...plus, ...minus, total].includes(undefined)) {
    sheet.check('totals', null, 'An amount is missing or is none');
    return;
  }
  const difference = sum(plus) - sum(minus) - (total ?? 0n);
  const ok = difference <= TOLERANCE && difference >= -TOLERANCE;
  sheet.check(
    'totals',
    ok,
    ok ? 'The amounts add up to the total' : 'The amounts do not add up to the total',
  );
}

function sum(amounts: readonly (bigint | undefined)[]): bigint {
  return amounts.reduce<bigint>((total, one) => total + (one ?? 0n), 0n);
}

/** In millionths; 0 where there is none, undefined for what is no amount. */
function amountOf(element: XmlElement | undefined, name: string): bigint | undefined {
  const text = element?.attributes[name];
  if (text === undefined) return 0n;
  const [, whole, part = ''] = /^(\d{1,18})(?:\.(\d{1,6}))?$/.exec(text.trim()) ?? [];
  return whole === undefined ? undefined : BigInt(whole + part.padEnd(SCALE, '0'));
}
