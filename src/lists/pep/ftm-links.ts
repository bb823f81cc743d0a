import type { ListFile, Reading } from '../reading.ts';
import { readTextLines } from '../text/read-text-lines.ts';
import { type Entity, firstOf, parseEntity } from './ftm-entity.ts';

/** What a line says that links a person with an office or another person; others need no parsing to be passed over. */
const LINK = /"(?:Occupancy|Position|Family|Associate)"/;
/** In memory until the list is read; OpenSanctions has some hundred thousand. */
const LINKS_MAX = 1_000_000;
const OFFICES_MAX = 20;

/** `status` is the list's word for whether it is held: `current`, `ended`, `unknown`. */
export type Occupancy = { post: string; from: string; to: string; status: string };

/** A tie between two people: `relative` is what `relationship` says to `person`. */
export type Tie = {
  schema: 'Family' | 'Associate';
  person: string;
  relative: string;
  relationship: string;
  file: string;
  line: number;
};

export type Links = {
  /** By the holder's id, at most 20 of each. */
  occupancies: ReadonlyMap<string, readonly Occupancy[]>;
  /** What positions are called, by id. */
  positions: ReadonlyMap<string, string>;
  ties: readonly Tie[];
};

/**
 * Reads who holds what and who is related to whom from the links, which stand anywhere in the files. Of more than a million of all
 * the rest is left out, with a warning at the first. Lines that are no entities are left to whoever reads the people.
 */
export async function readLinks(files: readonly ListFile[], reading: Reading): Promise<Links> {
  const occupancies = new Map<string, Occupancy[]>();
  const positions = new Map<string, string>();
  const ties: Tie[] = [];
  let count = 0;
  for (const file of files) {
    for await (const { line, text } of readTextLines(file)) {
      if (!LINK.test(text)) continue;
      const entity = parseEntity(text);
      if (entity === null || !isLink(entity)) continue;
      count += 1;
      const place = { file: file.name, line };
      if (count === LINKS_MAX + 1) reading.warn({ ...place, code: 'links_left_out' });
      if (count > LINKS_MAX) continue;
      if (entity.schema === 'Position') positions.set(entity.id, captionOf(entity));
      else if (entity.schema === 'Occupancy') addOccupancy(occupancies, entity);
      else ties.push({ ...toTie(entity), ...place });
    }
  }
  return { occupancies, positions, ties };
}

const LINKS: ReadonlySet<string> = new Set(['Occupancy', 'Position', 'Family', 'Associate']);

function isLink({ schema }: Entity): boolean {
  return LINKS.has(schema);
}

function addOccupancy(occupancies: Map<string, Occupancy[]>, entity: Entity): void {
  const holder = firstOf(entity, 'holder');
  const held = occupancies.get(holder) ?? [];
  if (held.length === OFFICES_MAX) return;
  const occupancy = {
    post: firstOf(entity, 'post'),
    from: firstOf(entity, 'startDate'),
    to: firstOf(entity, 'endDate'),
    status: firstOf(entity, 'status'),
  };
  occupancies.set(holder, [...held, occupancy]);
}

function captionOf(entity: Entity): string {
  return entity.caption ?? firstOf(entity, 'name');
}

function toTie(entity: Entity): Omit<Tie, 'file' | 'line'> {
  const schema = entity.schema === 'Family' ? 'Family' : 'Associate';
  return {
    schema,
    person: firstOf(entity, 'person'),
    relative: firstOf(entity, schema === 'Family' ? 'relative' : 'associate'),
    relationship: firstOf(entity, 'relationship'),
  };
}
