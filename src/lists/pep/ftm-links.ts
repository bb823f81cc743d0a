import type { ListFile, ReadReport } from '../list-reader.ts';
import { readTextLines } from '../text/read-text-lines.ts';
import { type Entity, getFirstValue, parseEntity } from './ftm-entity.ts';

/** Schemas that link a person with an office or another person. Lines without them are skipped without parsing. */
const LINK_SCHEMA = /"(?:Occupancy|Position|Family|Associate)"/;
/** Maximum number of links, which are stored in memory. OpenSanctions has some hundred thousand. */
const LINKS_MAX = 1_000_000;
/** Maximum number of offices of one person. */
const OFFICES_MAX = 20;

/** Office of a person. `status` is `current`, `ended` or `unknown`. */
export type Occupancy = { post: string; from: string; to: string; status: string };

/** Relationship of two people: `relative` is the `relationship` of `person`. */
export type Relationship = {
  schema: 'Family' | 'Associate';
  person: string;
  relative: string;
  relationship: string;
  file: string;
  line: number;
};

export type Links = {
  /** Occupancies by the id of the holder: the first 20 of each. */
  occupancies: ReadonlyMap<string, readonly Occupancy[]>;
  /** Names of positions by id. */
  positions: ReadonlyMap<string, string>;
  relationships: readonly Relationship[];
};

/**
 * Reads offices and relationships from the links, which may be anywhere in the files. Beyond a million links the rest
 * is ignored, with a warning at the first. Lines that are not entities are skipped, because the reader of people
 * rejects them.
 */
export async function readLinks(files: readonly ListFile[], report: ReadReport): Promise<Links> {
  const occupancies = new Map<string, Occupancy[]>();
  const positions = new Map<string, string>();
  const relationships: Relationship[] = [];
  let count = 0;
  for (const file of files) {
    for await (const { line, text } of readTextLines(file)) {
      if (!LINK_SCHEMA.test(text)) continue;
      const entity = parseEntity(text);
      if (entity === null || !isLink(entity)) continue;
      count += 1;
      const location = { file: file.name, line };
      if (count === LINKS_MAX + 1) report.warn({ ...location, code: 'links_left_out' });
      if (count > LINKS_MAX) continue;
      if (entity.schema === 'Position') positions.set(entity.id, getCaption(entity));
      else if (entity.schema === 'Occupancy') addOccupancy(occupancies, entity);
      else relationships.push({ ...toRelationship(entity), ...location });
    }
  }
  return { occupancies, positions, relationships };
}

const LINK_SCHEMAS: ReadonlySet<string> = new Set(['Occupancy', 'Position', 'Family', 'Associate']);

function isLink({ schema }: Entity): boolean {
  return LINK_SCHEMAS.has(schema);
}

function addOccupancy(occupancies: Map<string, Occupancy[]>, entity: Entity): void {
  const holder = getFirstValue(entity, 'holder');
  const holderOccupancies = occupancies.get(holder) ?? [];
  if (holderOccupancies.length === OFFICES_MAX) return;
  const occupancy = {
    post: getFirstValue(entity, 'post'),
    from: getFirstValue(entity, 'startDate'),
    to: getFirstValue(entity, 'endDate'),
    status: getFirstValue(entity, 'status'),
  };
  occupancies.set(holder, [...holderOccupancies, occupancy]);
}

function getCaption(entity: Entity): string {
  return entity.caption ?? getFirstValue(entity, 'name');
}

function toRelationship(entity: Entity): Omit<Relationship, 'file' | 'line'> {
  const schema = entity.schema === 'Family' ? 'Family' : 'Associate';
  return {
    schema,
    person: getFirstValue(entity, 'person'),
    relative: getFirstValue(entity, schema === 'Family' ? 'relative' : 'associate'),
    relationship: getFirstValue(entity, 'relationship'),
  };
}
