import { parseCurp } from '../tax/curp.ts';
import { normalizeTaxId } from '../tax/normalize-id.ts';
import { listDates, parseRfc } from '../tax/rfc.ts';

/** Returns an RFC with a valid date in its normal format. Undefined for other text. */
export function readRfc(text: string): string | undefined {
  const rfc = normalizeTaxId(text);
  const parsed = parseRfc(rfc);
  return parsed !== undefined && listDates(parsed.date).length > 0 ? rfc : undefined;
}

/** Returns a CURP with a valid date. Undefined for other text. */
export function readCurp(text: string): string | undefined {
  const curp = normalizeTaxId(text);
  return parseCurp(curp)?.birthDate === undefined ? undefined : curp;
}

export function hasRfcCheckDigit(rfc: string): boolean {
  return parseRfc(rfc)?.checkDigit.ok === true;
}

export function hasCurpCheckDigit(curp: string): boolean {
  return parseCurp(curp)?.checkDigit.ok === true;
}

export function readPostalCode(text: string): string | undefined {
  return /^\d{5}$/.exec(text.trim())?.[0];
}

/** An amount as a decimal text without separators of thousands. */
export function readAmount(text: string): string | undefined {
  const [, digits = ''] =
    /^\$?\s*(\d[\d,]*(?:\.\d{1,6})?)(?:\s*(?:M\.?N\.?|MXN))?$/i.exec(text.trim()) ?? [];
  const isGrouped = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(digits);
  if (digits.includes(',') && !isGrouped) return undefined;
  return digits === '' ? undefined : digits.replaceAll(',', '');
}

/** Returns a text with letters or digits. Undefined for other text. */
export function readText(text: string): string | undefined {
  const plain = text.replace(/\s+/g, ' ').trim();
  return /[\p{L}\d]/u.test(plain) ? plain : undefined;
}
