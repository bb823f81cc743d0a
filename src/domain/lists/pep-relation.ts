import { partsOfDetail, textOfDetail, textsOfDetail } from './entry-details.ts';
import type { EntryDetails } from './list-entry.ts';

export const PEP_RELATION_KINDS = [
  'spouse',
  'child',
  'parent',
  'sibling',
  'associate',
  'other',
] as const;
/** What somebody is to one in office; `other` is family that is none of these, or of which the list does not say. */
export type PepRelationKind = (typeof PEP_RELATION_KINDS)[number];

/** A tie to one in office, as the entry of the relative or associate has it. Null is what the list does not say. */
export type PepRelation = {
  kind: PepRelationKind;
  /** Of the one in office, in the same list. */
  key: string;
  name: string;
  /** The list's own word for what the relative or associate is. */
  relationship: string | null;
  /** Which office that one holds, or held last, and from when until when. */
  office: string | null;
  from: string | null;
  to: string | null;
};

/** OpenSanctions' own words for those in office, and for their relatives and close associates. */
export const HOLDER_TOPIC = 'role.pep';
export const ASSOCIATE_TOPIC = 'role.rca';

/** Under `relatedTo` of an entry's details. */
export function toDetails(relations: readonly PepRelation[]): EntryDetails {
  if (relations.length === 0) return {};
  const told = relations.map((relation): EntryDetails => {
    const said = Object.entries(relation).flatMap(([name, value]): [string, string][] =>
      value === null || value === '' ? [] : [[name, value]],
    );
    return Object.fromEntries(said);
  });
  return { relatedTo: told };
}

/** Those that an entry tells of, in its order. */
export function relationsOf(details: EntryDetails): PepRelation[] {
  return partsOfDetail(details, 'relatedTo').map((one): PepRelation => {
    const said = (name: string): string | null => textOfDetail(one, name);
    const kind = PEP_RELATION_KINDS.find((known) => known === said('kind')) ?? 'other';
    const whom = { key: said('key') ?? '', name: said('name') ?? '' };
    const held = { office: said('office'), from: said('from'), to: said('to') };
    return { kind, ...whom, relationship: said('relationship'), ...held };
  });
}

export function topicsOf(details: EntryDetails): string[] {
  return textsOfDetail(details, 'topics');
}
