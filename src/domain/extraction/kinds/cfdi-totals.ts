import type { XmlElement } from '../document-content.ts';
import type { ExtractionBuilder } from '../extraction-builder.ts';
import { findChild, findElement } from './xml.ts';

/** Maximum number of decimals of an amount. */
const SCALE = 6;
/** Tolerated difference, because each sum may be rounded: two cents, in millionths. */
const TOLERANCE = 20_000n;

/** Checks that subtotal, discount and taxes, including local taxes, add up to the total. */
export function checkTotals(xml: XmlElement, builder: ExtractionBuilder): void {
  const taxes = findChild(xml, 'Impuestos');
  const local = findElement(xml, 'ImpuestosLocales');
  const added = [
    parseMillionths(xml, 'SubTotal'),
    parseMillionths(taxes, 'TotalImpuestosTrasladados'),
    parseMillionths(local, 'TotaldeTraslados'),
  ];
  const subtracted = [
    parseMillionths(xml, 'Descuento'),
    parseMillionths(taxes, 'TotalImpuestosRetenidos'),
    parseMillionths(local, 'TotaldeRetenciones'),
  ];
  const total = parseMillionths(xml, 'Total');
  if (
    xml.attributes['Total'] === undefined ||
    [...added, ...subtracted, total].includes(undefined)
  ) {
    builder.addCheck('totals', null, 'An amount is missing or is none');
    return;
  }
  const difference = sum(added) - sum(subtracted) - (total ?? 0n);
  const ok = difference <= TOLERANCE && difference >= -TOLERANCE;
  builder.addCheck(
    'totals',
    ok,
    ok ? 'The amounts add up to the total' : 'The amounts do not add up to the total',
  );
}

function sum(amounts: readonly (bigint | undefined)[]): bigint {
  return amounts.reduce<bigint>((total, amount) => total + (amount ?? 0n), 0n);
}

/** Returns an amount in millionths: 0 without the attribute, undefined when it is not an amount. */
function parseMillionths(element: XmlElement | undefined, name: string): bigint | undefined {
  const text = element?.attributes[name];
  if (text === undefined) return 0n;
  const [, units, decimals = ''] = /^(\d{1,18})(?:\.(\d{1,6}))?$/.exec(text.trim()) ?? [];
  return units === undefined ? undefined : BigInt(units + decimals.padEnd(SCALE, '0'));
}
