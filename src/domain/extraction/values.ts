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

/** Amount with an optional sign, currency, and groups of three digits that commas, spaces or apostrophes separate. */
const AMOUNT =
  /^(?<open>\(?)\s*(?<sign>[-−–+]?)\s*(?:MXN|M\.?N\.?)?\s*\$?\s*(?<innerSign>[-−–]?)\s*(?<digits>\d{1,12}|\d{1,3}(?:(?<separator>[, '’\u00a0\u2009\u202f])\d{3})(?:\k<separator>\d{3})*)(?<cents>\.\d{1,6})?\s*(?<trailingSign>-?)\s*(?<close>\)?)\s*(?:(?:M\.?\s?N\.?|MXN|PESOS)\.?)?\s*(?<credit>CR|A (?:SU )?FAVOR)?$/i;

/**
 * Returns an amount as decimal text without thousands separators. Amounts in parentheses, with a minus sign, or in
 * favor of the customer are negative.
 */
export function parseAmount(text: string): string | undefined {
  const groups = AMOUNT.exec(text.trim())?.groups;
  if (groups === undefined) return undefined;
  const { open, sign, innerSign, digits = '', cents = '', trailingSign, close, credit } = groups;
  const isOpened = open === '(';
  if (isOpened !== (close === ')')) return undefined;
  const hasMinus = /[-−–]/.test(`${sign}${innerSign}${trailingSign}`);
  const isNegative = isOpened || hasMinus || credit !== undefined;
  return `${isNegative ? '-' : ''}${digits.replace(/\D/g, '')}${cents}`;
}

/** Matches the longest text that may be an amount with a currency sign, for parseAmount to judge. */
export const AMOUNT_IN_TEXT =
  /\(?\s?[-−–+]?\s?\$\s?[-−–]?\s?\d[\d,.'’ \u00a0\u2009\u202f]*(?<=\d)-?\s?\)?(?:\s?(?:CR\b|A (?:SU )?FAVOR))?/gi;

/** Returns the text with single spaces. Undefined when it has no letters or digits. */
export function normalizeText(text: string): string | undefined {
  const normalized = text.replace(/\s+/g, ' ').trim();
  return /[\p{L}\d]/u.test(normalized) ? normalized : undefined;
}
