import { MONEY_MAX } from './value.ts';

export type ReadMoney =
  | { kind: 'read'; centavos: number }
  | { kind: 'unread'; reason: 'ambiguous' | 'not_a_number' | 'negative' | 'too_large' };

/** Commas or blanks between thousands, an apostrophe after millions, a point and one or two digits for centavos. */
const AMOUNT =
  /^(?:(\d+)|([1-9]\d{0,2}(?:(?:,\d{3})+|(?: \d{3})+|'\d{3}[,']?\d{3})))(?:\.(\d{1,2}))?$/;
const BEFORE = /^(?:MXN|MX\$|M\.N\.|\$)\s*/i;
const AFTER = /\s*(?:MXN|PESOS|M\.? ?N\.?)$/i;
/** Negative amount in bookkeeping: a minus sign, or brackets around the amount. */
const NEGATIVE = /^-|^\(.*\)$/;
/** Numeric characters other than digits, for example of a footnote: `25000¹` is not 250,001. */
const RAISED = /\p{No}/u;
/** An amount of more is over the bound, and not worth the counting. */
const DIGITS_MAX = 15;

/**
 * Reads an amount as it is written in Mexico, `$25,000.00`, `25 000` or `25000`, in whole centavos and without floating point. An amount
 * that has two meanings, for example `25.000` or `25,50`, a range or another currency is not read.
 */
export function readMoney(text: string): ReadMoney {
  if (RAISED.test(text)) return { kind: 'unread', reason: 'ambiguous' };
  const plain = text
    .normalize('NFKC')
    .replace(/[−‐‑–—]/g, '-')
    .replace(/[’´`]/g, "'")
    .replace(/\s+/g, ' ')
    .trim();
  const amount = plain.replace(BEFORE, '').replace(AFTER, '').trim();
  if (!/\d/.test(amount)) return { kind: 'unread', reason: 'not_a_number' };
  if (NEGATIVE.test(plain) || NEGATIVE.test(amount)) return negative(amount);
  return readAmount(amount);
}

function readAmount(amount: string): ReadMoney {
  const [, whole, grouped, decimals = ''] = AMOUNT.exec(amount) ?? [];
  const pesos = (whole ?? grouped)?.replace(/\D/g, '').replace(/^0+(?=\d)/, '');
  if (pesos === undefined) return { kind: 'unread', reason: 'ambiguous' };
  if (pesos.length > DIGITS_MAX) return { kind: 'unread', reason: 'too_large' };
  const centavos = BigInt(pesos) * 100n + BigInt(decimals.padEnd(2, '0'));
  if (centavos > BigInt(MONEY_MAX)) return { kind: 'unread', reason: 'too_large' };
  return { kind: 'read', centavos: Number(centavos) };
}

/** A dash before text that is not an amount has no meaning. */
function negative(amount: string): ReadMoney {
  const inner = amount.replace(/^-\s*|^\(|\)$/g, '').replace(BEFORE, '');
  return { kind: 'unread', reason: AMOUNT.test(inner) ? 'negative' : 'ambiguous' };
}
