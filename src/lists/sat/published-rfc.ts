import type { ListIdentifier, PartyType } from '../../domain/lists/list-entry.ts';
import { normalizeTaxId } from '../../domain/tax/normalize-id.ts';
import { isSharedRfc, parseRfc } from '../../domain/tax/rfc.ts';

/** Placeholder of the authority for a removed taxpayer. */
const REMOVED = /^X{12,13}$/;

export type PublishedRfc = {
  /** Null when the row has none or a generic one. */
  rfc: string | null;
  partyType: PartyType;
  /** Code of a warning about the RFC. A malformed RFC is stored and searched; a generic one is not. */
  warningCode: 'without_rfc' | 'rfc_form' | 'rfc_check_digit' | 'generic_rfc' | null;
};

/** Parses the RFC of a row. Null when the authority removed it. */
export function parsePublishedRfc(cell: string): PublishedRfc | null {
  const rfc = normalizeTaxId(cell);
  if (REMOVED.test(rfc)) return null;
  if (rfc === '') return { rfc: null, partyType: 'unknown', warningCode: 'without_rfc' };
  const parsed = parseRfc(rfc);
  if (parsed === undefined) return { rfc, partyType: toPartyType(rfc), warningCode: 'rfc_form' };
  // Generic RFCs are shared by many taxpayers and identify none.
  if (isSharedRfc(rfc)) return { rfc: null, partyType: 'unknown', warningCode: 'generic_rfc' };
  return {
    rfc,
    partyType: parsed.kind === 'natural' ? 'natural' : 'legal',
    warningCode: parsed.checkDigit.ok ? null : 'rfc_check_digit',
  };
}

export function toIdentifiers({ rfc }: PublishedRfc): ListIdentifier[] {
  return rfc === null ? [] : [{ kind: 'rfc', value: rfc, country: 'Mexico' }];
}

function toPartyType(rfc: string): PartyType {
  if (rfc.length === 13) return 'natural';
  return rfc.length === 12 ? 'legal' : 'unknown';
}
