import { parseCurp } from '../tax/curp.ts';
import type { NameExtent } from './names/prepare-name.ts';
import { isWholeRfc } from './parties/compare-identifiers.ts';
import type { ScreenedParty } from './parties/screened-party.ts';

export const COMPARED_KINDS = ['rfc', 'curp', 'passport'] as const;
/** Identifiers that establish a match regardless of names. */
export type ComparedKind = (typeof COMPARED_KINDS)[number];

/** Data of a subject that can be compared with lists. */
export type Comparable = { name: NameExtent; identifiers: ComparedKind[] };

export const LIST_COMPARISONS = ['whole', 'part', 'nothing'] as const;
/**
 * Extent to which a subject was compared with a list. `part`: the name exceeds the limits of what is read. `nothing`:
 * the subject has no name, and the list has no identifiers of its kinds.
 */
export type ListComparison = (typeof LIST_COMPARISONS)[number];

/**
 * Returns the comparable data of a party. Generic identifiers and RFCs without homoclave are excluded, because they
 * do not identify a single person.
 */
export function toComparable(party: ScreenedParty, name: NameExtent): Comparable {
  const { rfcs, curps, passports } = party;
  const hasKind: Record<ComparedKind, boolean> = {
    rfc: rfcs.some(isWholeRfc),
    curp: curps.some((curp) => parseCurp(curp) !== undefined),
    passport: passports.some(({ number }) => number !== ''),
  };
  return { name, identifiers: COMPARED_KINDS.filter((kind) => hasKind[kind]) };
}

export function isComparable({ name, identifiers }: Comparable): boolean {
  return name !== 'none' || identifiers.length > 0;
}

/**
 * Returns the extent of the comparison with a list. `listIdentifierKinds` are the kinds of identifiers in the list;
 * each of its entries has a name.
 */
export function compareWithList(
  { name, identifiers }: Comparable,
  listIdentifierKinds: ReadonlySet<string>,
): ListComparison {
  if (name !== 'none') return name;
  return identifiers.some((kind) => listIdentifierKinds.has(kind)) ? 'whole' : 'nothing';
}
