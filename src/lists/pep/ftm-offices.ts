import type { EntryDetails } from '../../domain/lists/list-entry.ts';
import type { ListFile } from '../reading.ts';
import { readTextLines } from '../text/read-text-lines.ts';
import { type Entity, parseEntity } from './ftm-entity.ts';

/** What a line says that links a person with an office; others need no parsing to be passed over. */
const LINK = /"(?:Occupancy|Position)"/;
/** In memory until the list is read; OpenSanctions has some hundred thousand. */
const LINKS_MAX = 1_000_000;
const OFFICES_MAX = 20;

type Link = { post: string; from: string; to: string };

/** The offices that people of a list hold or held. */
export type Offices = {
  /** By the person's id: `office`, `from` and `to` of the one held now or last, and all in `offices`; empty where there is none. */
  detailsOf: (id: string) => EntryDetails;
};

/**
 * Reads who holds what from the links between people and positions, which stand anywhere in the files; of more than a
 * million of both the rest is left out. Lines that are no entities are left to whoever reads the people.
 */
export async function readOffices(files: readonly ListFile[]): Promise<Offices> {
  const linksOf = new Map<string, Link[]>();
  const positions = new Map<string, string>();
  let links = 0;
  for (const file of files) {
    for await (const { text } of readTextLines(file)) {
      const hasRoom = links + positions.size < LINKS_MAX;
      const entity = hasRoom && LINK.test(text) ? parseEntity(text) : null;
      if (entity?.schema === 'Position') positions.set(entity.id, captionOf(entity));
      if (entity?.schema !== 'Occupancy') continue;
      links += 1;
      const holder = firstOf(entity, 'holder');
      linksOf.set(holder, [...(linksOf.get(holder) ?? []), toLink(entity)].slice(0, OFFICES_MAX));
    }
  }
  return { detailsOf: (id) => describe(linksOf.get(id) ?? [], positions) };
}

function toLink(entity: Entity): Link {
  const [post, from, to] = ['post', 'startDate', 'endDate'].map((name) => firstOf(entity, name));
  return { post: post ?? '', from: from ?? '', to: to ?? '' };
}

function firstOf({ properties }: Entity, name: string): string {
  return properties[name]?.[0] ?? '';
}

function captionOf(entity: Entity): string {
  return entity.caption ?? firstOf(entity, 'name');
}

function describe(links: readonly Link[], positions: ReadonlyMap<string, string>): EntryDetails {
  const [last, ...before] = links.toSorted(byTime).map(({ post, from, to }) => {
    const said = { office: positions.get(post) ?? '', from, to };
    return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== ''));
  });
  return last === undefined ? {} : { ...last, offices: [last, ...before] };
}

/** What has no end is held now; else what ended, or began, last. */
function byTime(one: Link, other: Link): number {
  if ((one.to === '') !== (other.to === '')) return one.to === '' ? -1 : 1;
  const [a, b] = [`${one.to} ${one.from}`, `${other.to} ${other.from}`];
  if (a === b) return one.post < other.post ? -1 : 1;
  return a > b ? -1 : 1;
}
