import { parseCurp } from '../tax/curp.ts';
import { normalizeTaxId } from '../tax/normalize-id.ts';
import { listDates, parseRfc } from '../tax/rfc.ts';

/** Returns an RFC with a valid date in its normal format. Undefined for other text. */
export function normalizeRfc(text: string): string | undefined {
  const rfc = normalizeTaxId(text);
  const parsed = parseRfc(rfc);
  return parsed !== undefined && listDates(parsed.date).length > 0 ? rfc : undefined;
}

/** Returns a CURP with a valid date. Undefined for other text. */
export function normalizeCurp(text: string): string | undefined {
  const curp = normalizeTaxId(text);
  return parseCurp(curp)?.birthDate === undefined ? undefined : curp;
}

export function hasRfcCheckDigit(rfc: string): boolean {
  return parseRfc(rfc)?.checkDigit.ok === true;
}

export function hasCurpCheckDigit(curp: string): boolean {
  return parseCurp(curp)?.checkDigit.ok === true;
}

export function parsePostalCode(text: string): string | undefined {
  return /^\d{5}$/.exec(text.trim())?.[0];
}

/** Returns an amount as decimal text without thousands separators. */
export function parseAmount(text: string): string | undefined {
  const [, digits = ''] =
    /^\$?\s*(\d[\d,]*(?:\.\d{1,6})?)(?:\s*(?:M\.?N\.?|MXN))?$/i.exec(text.trim()) ?? [];
  const isGrouped = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(digits);
  if (digits.includes(',') && !isGrouped) return undefined;
  return digits === '' ? undefined : digits.replaceAll(',', '');
}

/** Returns the text with single spaces. Undefined when it has no letters or digits. */
export function normalizeText(text: string): string | undefined {
  const normalized = text.replace(/\s+/g, ' ').trim();
  return /[\p{L}\d]/u.test(normalized) ? normalized : undefined;
}
