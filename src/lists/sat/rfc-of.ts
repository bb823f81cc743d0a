import type { ListIdentifier, PartyType } from '../../domain/lists/list-entry.ts';
import { normalizeTaxId } from '../../domain/tax/normalize-id.ts';
import { isSharedRfc, parseRfc } from '../../domain/tax/rfc.ts';

/** What the authority writes where it has blanked a taxpayer out. */
const BLANKED = /^X{12,13}$/;

export type PublishedRfc = {
  /** Null where the row has none. */
  rfc: string | null;
  partyType: PartyType;
  /** What is odd about it, as the code of a warning; it is kept and found all the same. */
  oddity: 'without_rfc' | 'rfc_form' | 'rfc_check_digit' | 'generic_rfc' | null;
};

/** The RFC of a row; null where the authority has blanked it out. */
export function readPublishedRfc(cell: string): PublishedRfc | null {
  const rfc = normalizeTaxId(cell);
  if (BLANKED.test(rfc)) return null;
  if (rfc === '') return { rfc: null, partyType: 'unknown', oddity: 'without_rfc' };
  const parsed = parseRfc(rfc);
  if (parsed === undefined) return { rfc, partyType: partyOf(rfc), oddity: 'rfc_form' };
  // Many taxpayers have it: it is nobody's.
  if (isSharedRfc(rfc)) return { rfc: null, partyType: 'unknown', oddity: 'generic_rfc' };
  return {
    rfc,
    partyType: parsed.kind === 'natural' ? 'natural' : 'legal',
    oddity: parsed.checkDigit.ok ? null : 'rfc_check_digit',
  };
}

export function identifiersOf({ rfc }: PublishedRfc): ListIdentifier[] {
  return rfc === null ? [] : [{ kind: 'rfc', value: rfc, country: 'Mexico' }];
}

function partyOf(rfc: string): PartyType {
  if (rfc.length === 13) return 'natural';
  return rfc.length === 12 ? 'legal' : 'unknown';
}
