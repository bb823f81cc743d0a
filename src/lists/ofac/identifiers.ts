import type { IdentifierKind, ListIdentifier } from '../../domain/lists/list-entry.ts';
import { SHORT_RFC_PATTERN } from '../../domain/tax/rfc.ts';

/** Kinds of identifiers by the start of OFAC's labels. The first match applies. */
const LABELS: readonly [RegExp, IdentifierKind][] = [
  [/^R\.?F\.?C\.?(?=\s|$)/, 'rfc'],
  [/^C\.?U\.?R\.?P\.?(?=\s|$)/, 'curp'],
  [/^(?:Diplomatic |Stateless Person )?Passport(?: No\.)?(?=\s|$)/, 'passport'],
  [
    /^(?:Vessel Registration Identification|Identification Number|Company Number) IMO(?=\s|$)/,
    'imo',
  ],
  [/^Digital Currency Address - [A-Z0-9]+(?=\s|$)/, 'wallet'],
  [
    /^(?:Tax ID No\.|V\.A\.T\. Number|C\.U\.I\.T\.|US FEIN|NIT #|RUC #|RIF #|Italian Fiscal Code)(?=\s|$)/,
    'tax_id',
  ],
  [
    /^(?:National (?:Foreign )?ID (?:No\.|Number)|Cedula No\.|D\.N\.I\.|I\.F\.E\.|Identification Number|Personal ID Card|Credencial electoral|SSN|LE Number|Residency Number|Birth Certificate Number)(?=\s|$)/,
    'national_id',
  ],
  [
    /^(?:Registration (?:ID|Number)|Company Number|UK Company Number|Commercial Registry Number|Business Registration (?:Number|Document #)|Folio Mercantil No\.|Matricula Mercantil No\.?|C\.R\. No\.|Public Registration Number|Legal Entity Number|Chamber of Commerce Number|Unified Social Credit Code \(USCC\)|Government Gazette Number|Trade License No\.)(?=\s|$)/,
    'registration',
  ],
  [
    /^(?:SWIFT\/BIC|BIK \(RU\)|MMSI|ISIN|D-U-N-S Number|Electoral Registry No\.|Driver's License No\.|Cartilla de Servicio Militar Nacional|Aircraft Tail Number)(?=\s|$)/,
    'other',
  ],
];

/**
 * Splits a text like "R.F.C. DIB-771110-HQ1" into a known label and the rest. Null when no known label begins it.
 */
export function splitLabel(text: string): { label: string; rest: string } | null {
  for (const [pattern] of LABELS) {
    const [label] = pattern.exec(text) ?? [];
    if (label !== undefined) return { label, rest: text.slice(label.length).trim() };
  }
  return null;
}

/** Converts a labelled text to an identifier. Null for an unknown label or an empty value. */
export function toIdentifier(
  label: string,
  text: string,
  country: string | null,
): ListIdentifier | null {
  const [, kind] = LABELS.find(([pattern]) => pattern.test(label)) ?? [];
  if (kind === undefined) return null;
  // Wallet addresses are case-sensitive.
  const value = kind === 'wallet' ? text : text.toUpperCase().replace(/[^A-Z0-9Ñ&]/g, '');
  if (value === '') return null;
  // An RFC without its homoclave has only the letters and the date.
  const isShort = kind === 'rfc' && SHORT_RFC_PATTERN.test(value);
  return { kind: isShort ? 'rfc10' : kind, value, country };
}
