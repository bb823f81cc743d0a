import { listNestedDetails, readText } from '../../domain/lists/entry-details.ts';
import type { EntryDetails } from '../../domain/lists/list-entry.ts';
import {
  HOLDER_TOPIC,
  type PepRelation,
  toRelationDetails,
} from '../../domain/lists/pep-relation.ts';
import type { ListFile, Reading } from '../reading.ts';
import { readTextLines } from '../text/read-text-lines.ts';
import { type Entity, firstOf, mainNamesOf, parseEntity, partyTypeOf } from './ftm-entity.ts';
import type { Links, Tie } from './ftm-links.ts';
import { officesOf } from './ftm-offices.ts';
import { familyKindOf, inverseOf } from './relation-kind.ts';

/** Of one person; nobody is told of with more. */
const RELATIONS_MAX = 20;

/** Whom a tie is to: `isHolder` is whoever the file does not call a mere relative of one in office. */
type End = { name: string; isHolder: boolean; held: EntryDetails };

/**
 * Who is related to whom in office, by the relative's id: `relatedTo` as details tell it. Reads the files once more for the names of both
 * where there are ties. One to nobody who is in the files is left out, with a warning by its line; so are those of one person beyond 20.
 */
export async function readRelations(
  files: readonly ListFile[],
  links: Links,
  reading: Reading,
): Promise<(id: string) => EntryDetails> {
  if (links.ties.length === 0) return () => ({});
  const ends = await readEnds(files, links);
  const relationsOf = new Map<string, PepRelation[]>();
  for (const { file, line, ...tie } of links.ties) {
    const [person, relative] = [ends.get(tie.person), ends.get(tie.relative)];
    if (person === undefined || relative === undefined) {
      reading.warn({ file, line, code: 'unknown_relative' });
      continue;
    }
    for (const [id, relation] of tellBoth(tie, { person, relative })) {
      const known = relationsOf.get(id) ?? [];
      if (known.some(({ key, kind }) => key === relation.key && kind === relation.kind)) continue;
      if (known.length === RELATIONS_MAX) reading.warn({ file, line, code: 'relations_left_out' });
      else relationsOf.set(id, [...known, relation]);
    }
  }
  return (id) => toRelationDetails((relationsOf.get(id) ?? []).toSorted(byKey));
}

/** As the line has it: nothing else in an entity is called so. */
const ID = /"id"\s*:\s*"([^"]*)"/;

async function readEnds(files: readonly ListFile[], links: Links): Promise<Map<string, End>> {
  const wanted = new Set(links.ties.flatMap(({ person, relative }) => [person, relative]));
  const ends = new Map<string, End>();
  for (const file of files) {
    for await (const { text } of readTextLines(file)) {
      const entity = readWanted(text, wanted);
      const [name] = entity === null ? [] : mainNamesOf(entity);
      if (entity !== null && name !== undefined) ends.set(entity.id, toEnd(entity, name, links));
    }
  }
  return ends;
}

/** Null where the line is about nobody who is wanted. */
function readWanted(text: string, wanted: ReadonlySet<string>): Entity | null {
  const id = ID.exec(text)?.[1] ?? '';
  // What is escaped is known only once it is parsed.
  if (!id.includes('\\') && !wanted.has(id)) return null;
  const entity = parseEntity(text);
  if (entity === null || !wanted.has(entity.id)) return null;
  return partyTypeOf(entity) === undefined ? null : entity;
}

function toEnd(entity: Entity, name: string, links: Links): End {
  const held = officesOf(entity.id, links);
  const topics = entity.properties['topics'] ?? [];
  const isInOffice =
    topics.includes(HOLDER_TOPIC) ||
    held['offices'] !== undefined ||
    firstOf(entity, 'position') !== '';
  return { name, isHolder: isInOffice || topics.length === 0, held };
}

type Ends = { person: End; relative: End };

/** What each of the two is to the other, where that one is in office; the word is for what the relative is. */
function tellBoth(
  { schema, person: personId, relative: relativeId, relationship }: Omit<Tie, 'file' | 'line'>,
  { person, relative }: Ends,
): [string, PepRelation][] {
  const kind = schema === 'Associate' ? 'associate' : familyKindOf(relationship);
  const told: [string, PepRelation][] = [];
  if (person.isHolder)
    told.push([relativeId, { ...toRelation(personId, person), kind, relationship }]);
  if (relative.isHolder) {
    const said = { kind: inverseOf(kind), relationship: null };
    told.push([personId, { ...toRelation(relativeId, relative), ...said }]);
  }
  return told;
}

/** OpenSanctions' words for offices that are not held, or may not be. */
const ENDED = ['ended', 'unknown'];

function toRelation(key: string, { name, held }: End): Omit<PepRelation, 'kind' | 'relationship'> {
  const said = (detail: string): string | null => readText(held, detail);
  const [last] = listNestedDetails(held, 'offices');
  const isOver = ENDED.some((status) => last?.['status'] === status);
  const to = said('to');
  // An office that is over, nobody knows when, would seem to be held.
  const from = isOver && to === null ? null : said('from');
  return { key, name, office: said('office'), from, to };
}

function byKey(one: PepRelation, other: PepRelation): number {
  if (one.key !== other.key) return one.key < other.key ? -1 : 1;
  return one.kind < other.kind ? -1 : 1;
}
