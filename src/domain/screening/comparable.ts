import { parseCurp } from '../tax/curp.ts';
import type { NameExtent } from './names/prepare-name.ts';
import { isWholeRfc } from './parties/compare-identifiers.ts';
import type { ScreenedParty } from './parties/screened-party.ts';

export const COMPARED_KINDS = ['rfc', 'curp', 'passport'] as const;
/** Identifiers by which somebody is found whatever the names say. */
export type ComparedKind = (typeof COMPARED_KINDS)[number];

/** What there is of a subject by which it could be found at all. */
export type Comparable = { name: NameExtent; identifiers: ComparedKind[] };

export const LIST_COMPARISONS = ['whole', 'part', 'nothing'] as const;
/**
 * What of a subject was compared with a list. `part`: the name has more in it than is read. `nothing`: it has no name, and the
 * list no identifier of the kinds that it has.
 */
export type ListComparison = (typeof LIST_COMPARISONS)[number];

/** Identifiers of nobody in particular, and an RFC without homoclave, find nobody by themselves. */
export function comparableOf(party: ScreenedParty, name: NameExtent): Comparable {
  const { rfcs, curps, passports } = party;
  const has: Record<ComparedKind, boolean> = {
    rfc: rfcs.some(isWholeRfc),
    curp: curps.some((curp) => parseCurp(curp) !== undefined),
    passport: passports.some(({ number }) => number !== ''),
  };
  return { name, identifiers: COMPARED_KINDS.filter((kind) => has[kind]) };
}

export function isAnything({ name, identifiers }: Comparable): boolean {
  return name !== 'none' || identifiers.length > 0;
}

/** `held` are the kinds of identifiers that the list has; each of its entries has a name. */
export function comparisonWith(
  { name, identifiers }: Comparable,
  held: ReadonlySet<string>,
): ListComparison {
  if (name !== 'none') return name;
  return identifiers.some((kind) => held.has(kind)) ? 'whole' : 'nothing';
}
