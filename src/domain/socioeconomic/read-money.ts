import { MONEY_MAX } from './value.ts';

export type MoneyResult =
  | { kind: 'parsed'; centavos: number }
  | { kind: 'unreadable'; reason: 'ambiguous' | 'not_a_number' | 'negative' | 'too_large' };

/**
 * Amount with commas or spaces between thousands, an apostrophe after millions, and one or two decimals after a point.
 */
const AMOUNT =
  /^(?:(\d+)|([1-9]\d{0,2}(?:(?:,\d{3})+|(?: \d{3})+|'\d{3}[,']?\d{3})))(?:\.(\d{1,2}))?$/;
const CURRENCY_PREFIX = /^(?:MXN|MX\$|M\.N\.|\$)\s*/i;
const CURRENCY_SUFFIX = /\s*(?:MXN|PESOS|M\.? ?N\.?)$/i;
/** Negative amount in bookkeeping: a minus sign, or brackets around the amount. */
const NEGATIVE = /^-|^\(.*\)$/;
/** Superscripts, fractions and the like. NFKC would turn them into digits and `25000¹` into 250001. */
const NON_DECIMAL_DIGIT = /\p{No}/u;
/** Maximum number of digits of pesos. A longer amount exceeds MONEY_MAX and is not computed. */
const DIGITS_MAX = 15;

/**
 * Parses an amount as it is written in Mexico, for example `$25,000.00`, `25 000` or `25000`, to centavos, without
 * floating point. An ambiguous amount, for example `25.000` or `25,50`, a range and another currency are rejected.
 */
export function readMoney(text: string): MoneyResult {
  if (NON_DECIMAL_DIGIT.test(text)) return { kind: 'unreadable', reason: 'ambiguous' };
  const plain = text
    .normalize('NFKC')
    .replace(/[−‐‑–—]/g, '-')
    .replace(/[’´`]/g, "'")
    .replace(/\s+/g, ' ')
    .trim();
  const amount = plain.replace(CURRENCY_PREFIX, '').replace(CURRENCY_SUFFIX, '').trim();
  if (!/\d/.test(amount)) return { kind: 'unreadable', reason: 'not_a_number' };
  if (NEGATIVE.test(plain) || NEGATIVE.test(amount)) return rejectNegative(amount);
  return readAmount(amount);
}

function readAmount(amount: string): MoneyResult {
  const [, plainPesos, groupedPesos, decimals = ''] = AMOUNT.exec(amount) ?? [];
  const pesos = (plainPesos ?? groupedPesos)?.replace(/\D/g, '').replace(/^0+(?=\d)/, '');
  if (pesos === undefined) return { kind: 'unreadable', reason: 'ambiguous' };
  if (pesos.length > DIGITS_MAX) return { kind: 'unreadable', reason: 'too_large' };
  const centavos = BigInt(pesos) * 100n + BigInt(decimals.padEnd(2, '0'));
  if (centavos > BigInt(MONEY_MAX)) return { kind: 'unreadable', reason: 'too_large' };
  return { kind: 'parsed', centavos: Number(centavos) };
}

/** Rejects a text with a negative sign: as negative when an amount follows, otherwise as ambiguous. */
function rejectNegative(amount: string): MoneyResult {
  const unsigned = amount.replace(/^-\s*|^\(|\)$/g, '').replace(CURRENCY_PREFIX, '');
  return { kind: 'unreadable', reason: AMOUNT.test(unsigned) ? 'negative' : 'ambiguous' };
}
