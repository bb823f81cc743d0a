import { parseCurp } from '../tax/curp.ts';
import { isSharedRfc, listDates, parseRfc, SHORT_RFC_PATTERN } from '../tax/rfc.ts';
import type { IdentifierKind, ListIdentifier } from './list-entry.ts';

/** Kinds that lists use for identifiers whose form may prove a more specific kind. */
const AMBIGUOUS_KINDS: ReadonlySet<IdentifierKind> = new Set([
  'rfc',
  'curp',
  'tax_id',
  'national_id',
  'registration',
  'other',
]);
const MEXICO = /^(?:m[eé]xico|mex|mx)$/i;

/**
 * Corrects the kind of an identifier by its form: a value in the form of a CURP or RFC is one, whatever the list
 * states, unless it belongs to another country. Screening finds people by these kinds. A registration in the form of an
 * RFC without homoclave stays a registration, because many countries use that form. A generic RFC, which identifies no
 * taxpayer, becomes `other`.
 */
export function correctIdentifierKind(identifier: ListIdentifier): ListIdentifier {
  const { kind, value, country } = identifier;
  if (isSharedRfc(value)) return { ...identifier, kind: 'other' };
  if (!AMBIGUOUS_KINDS.has(kind) || (country !== null && !MEXICO.test(country))) return identifier;
  const detectedKind = detectKind(value);
  if (detectedKind === undefined || (detectedKind === 'rfc10' && kind === 'registration'))
    return identifier;
  return { ...identifier, kind: detectedKind };
}

function detectKind(value: string): IdentifierKind | undefined {
  if (parseCurp(value)?.birthDate !== undefined) return 'curp';
  if (isPossibleDate(parseRfc(value)?.date)) return 'rfc';
  return isPossibleDate(SHORT_RFC_PATTERN.exec(value)?.[1]) ? 'rfc10' : undefined;
}

function isPossibleDate(date: string | undefined): boolean {
  return date !== undefined && listDates(date).length > 0;
}
