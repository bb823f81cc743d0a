import { parseCurp } from '../tax/curp.ts';
import { isSharedRfc, listDates, parseRfc, SHORT_RFC_PATTERN } from '../tax/rfc.ts';
import type { IdentifierKind, ListIdentifier } from './list-entry.ts';

/** Kinds by which a list may say less than the value does, or file it under the other of the two. */
const UNSURE: ReadonlySet<IdentifierKind> = new Set([
  'rfc',
  'curp',
  'tax_id',
  'national_id',
  'registration',
  'other',
]);
const MEXICO = /^(?:m[eé]xico|mex|mx)$/i;

/**
 * What has the form of a CURP or an RFC is one, whatever the list calls it, unless it is of another country: people are looked up by
 * these. Three letters and six digits are also a registration of many countries, and stay that.
 */
export function withKindOfForm(identifier: ListIdentifier): ListIdentifier {
  const { kind, value, country } = identifier;
  if (isSharedRfc(value)) return { ...identifier, kind: 'other' };
  if (!UNSURE.has(kind) || (country !== null && !MEXICO.test(country))) return identifier;
  const found = kindOf(value);
  if (found === undefined || (found === 'rfc10' && kind === 'registration')) return identifier;
  return { ...identifier, kind: found };
}

function kindOf(value: string): IdentifierKind | undefined {
  if (parseCurp(value)?.birthDate !== undefined) return 'curp';
  if (isDay(parseRfc(value)?.date)) return 'rfc';
  return isDay(SHORT_RFC_PATTERN.exec(value)?.[1]) ? 'rfc10' : undefined;
}

function isDay(date: string | undefined): boolean {
  return date !== undefined && listDates(date).length > 0;
}
