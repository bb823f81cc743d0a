import { listNestedDetails, listTexts, readText } from './entry-details.ts';
import type { EntryDetails } from './list-entry.ts';

export const PEP_RELATION_KINDS = [
  'spouse',
  'child',
  'parent',
  'sibling',
  'associate',
  'other',
] as const;
/** Relation of a person to an office holder; `other` is a relative of another or unknown kind. */
export type PepRelationKind = (typeof PEP_RELATION_KINDS)[number];

/**
 * Relation to an office holder, as stated by the entry of the relative or associate. Members are null when the list
 * does not state them.
 */
export type PepRelation = {
  kind: PepRelationKind;
  /** Key of the office holder in the same list. */
  key: string;
  name: string;
  /** Relationship as the list words it. */
  relationship: string | null;
  /** Current or last office of the office holder, with its dates. */
  office: string | null;
  from: string | null;
  to: string | null;
};

/** Topics of OpenSanctions for office holders, and for their relatives and close associates. */
export const HOLDER_TOPIC = 'role.pep';
export const ASSOCIATE_TOPIC = 'role.rca';

/** Returns the relations as `relatedTo` of an entry's details. */
export function toRelationDetails(relations: readonly PepRelation[]): EntryDetails {
  if (relations.length === 0) return {};
  const relationDetails = relations.map((relation): EntryDetails => {
    const presentFields = Object.entries(relation).flatMap(([name, value]): [string, string][] =>
      value === null || value === '' ? [] : [[name, value]],
    );
    return Object.fromEntries(presentFields);
  });
  return { relatedTo: relationDetails };
}

/** Returns the relations stated by an entry, in its order. */
export function listPepRelations(details: EntryDetails): PepRelation[] {
  return listNestedDetails(details, 'relatedTo').map((relation): PepRelation => {
    const readField = (name: string): string | null => readText(relation, name);
    const kind =
      PEP_RELATION_KINDS.find((relationKind) => relationKind === readField('kind')) ?? 'other';
    const relatedPerson = { key: readField('key') ?? '', name: readField('name') ?? '' };
    const officeFields = {
      office: readField('office'),
      from: readField('from'),
      to: readField('to'),
    };
    return { kind, ...relatedPerson, relationship: readField('relationship'), ...officeFields };
  });
}

export function listTopics(details: EntryDetails): string[] {
  return listTexts(details, 'topics');
}
