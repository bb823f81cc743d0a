import { listNestedDetails, readText } from '../../domain/lists/entry-details.ts';
import type { EntryDetails } from '../../domain/lists/list-entry.ts';
import {
  HOLDER_TOPIC,
  type PepRelation,
  toRelationDetails,
} from '../../domain/lists/pep-relation.ts';
import type { ListFile, ReadReport } from '../list-reader.ts';
import { readTextLines } from '../text/read-text-lines.ts';
import {
  type Entity,
  getFirstValue,
  listMainNames,
  parseEntity,
  toPartyType,
} from './ftm-entity.ts';
import type { Links, Relationship } from './ftm-links.ts';
import { toOfficeDetails } from './ftm-offices.ts';
import { invertKind, toFamilyKind } from './relation-kind.ts';

/** Maximum number of relations of one person. */
const RELATIONS_MAX = 20;

/**
 * Person of a relationship. `isHolder` is true unless the file classifies the person only as a relative of an office
 * holder.
 */
type RelatedPerson = { name: string; isHolder: boolean; officeDetails: EntryDetails };

/**
 * Returns a function from the id of a person to the detail `relatedTo`: the relations of the person to office holders.
 * Reads the files once more for the names. Relationships with a person who is not in the files are omitted, with a
 * warning by line; so are those of one person beyond 20.
 */
export async function readRelations(
  files: readonly ListFile[],
  links: Links,
  report: ReadReport,
): Promise<(id: string) => EntryDetails> {
  if (links.relationships.length === 0) return () => ({});
  const people = await readRelatedPeople(files, links);
  const relationsById = new Map<string, PepRelation[]>();
  for (const { file, line, ...relationship } of links.relationships) {
    const [person, relative] = [people.get(relationship.person), people.get(relationship.relative)];
    if (person === undefined || relative === undefined) {
      report.warn({ file, line, code: 'unknown_relative' });
      continue;
    }
    for (const [id, relation] of toRelations(relationship, { person, relative })) {
      const relations = relationsById.get(id) ?? [];
      if (relations.some(({ key, kind }) => key === relation.key && kind === relation.kind))
        continue;
      if (relations.length === RELATIONS_MAX)
        report.warn({ file, line, code: 'relations_left_out' });
      else relationsById.set(id, [...relations, relation]);
    }
  }
  return (id) => toRelationDetails((relationsById.get(id) ?? []).toSorted(compareByKey));
}

/** Id of an entity in its line, before parsing. */
const ID_PATTERN = /"id"\s*:\s*"([^"]*)"/;

async function readRelatedPeople(
  files: readonly ListFile[],
  links: Links,
): Promise<Map<string, RelatedPerson>> {
  const relatedIds = new Set(
    links.relationships.flatMap(({ person, relative }) => [person, relative]),
  );
  const people = new Map<string, RelatedPerson>();
  for (const file of files) {
    for await (const { text } of readTextLines(file)) {
      const entity = parseRelatedEntity(text, relatedIds);
      const [name] = entity === null ? [] : listMainNames(entity);
      if (entity !== null && name !== undefined)
        people.set(entity.id, toRelatedPerson(entity, name, links));
    }
  }
  return people;
}

/** Parses a line. Null unless it is a party with one of the ids. */
function parseRelatedEntity(text: string, relatedIds: ReadonlySet<string>): Entity | null {
  const id = ID_PATTERN.exec(text)?.[1] ?? '';
  // Escaped ids are known only after parsing.
  if (!id.includes('\\') && !relatedIds.has(id)) return null;
  const entity = parseEntity(text);
  if (entity === null || !relatedIds.has(entity.id)) return null;
  return toPartyType(entity) === undefined ? null : entity;
}

function toRelatedPerson(entity: Entity, name: string, links: Links): RelatedPerson {
  const officeDetails = toOfficeDetails(entity.id, links);
  const topics = entity.properties['topics'] ?? [];
  const isInOffice =
    topics.includes(HOLDER_TOPIC) ||
    officeDetails['offices'] !== undefined ||
    getFirstValue(entity, 'position') !== '';
  return { name, isHolder: isInOffice || topics.length === 0, officeDetails };
}

type RelationshipPeople = { person: RelatedPerson; relative: RelatedPerson };

/**
 * Returns the relation of each person to the other, if the other is an office holder. The relationship describes the
 * relative.
 */
function toRelations(
  {
    schema,
    person: personId,
    relative: relativeId,
    relationship,
  }: Omit<Relationship, 'file' | 'line'>,
  { person, relative }: RelationshipPeople,
): [string, PepRelation][] {
  const kind = schema === 'Associate' ? 'associate' : toFamilyKind(relationship);
  const relations: [string, PepRelation][] = [];
  if (person.isHolder)
    relations.push([relativeId, { ...toRelation(personId, person), kind, relationship }]);
  if (relative.isHolder) {
    const inverse = { kind: invertKind(kind), relationship: null };
    relations.push([personId, { ...toRelation(relativeId, relative), ...inverse }]);
  }
  return relations;
}

/** Statuses of offices that are not held, or may not be. */
const ENDED_STATUSES = ['ended', 'unknown'];

function toRelation(
  key: string,
  { name, officeDetails }: RelatedPerson,
): Omit<PepRelation, 'kind' | 'relationship'> {
  const getDetail = (detail: string): string | null => readText(officeDetails, detail);
  const [latest] = listNestedDetails(officeDetails, 'offices');
  const isOver = ENDED_STATUSES.some((status) => latest?.['status'] === status);
  const to = getDetail('to');
  // An ended office without end date would appear to be held.
  const from = isOver && to === null ? null : getDetail('from');
  return { key, name, office: getDetail('office'), from, to };
}

function compareByKey(first: PepRelation, second: PepRelation): number {
  if (first.key !== second.key) return first.key < second.key ? -1 : 1;
  return first.kind < second.kind ? -1 : 1;
}
