import { z } from 'zod';
import type { PartyType } from '../../domain/lists/list-entry.ts';

const ENTITY = z.object({
  id: z.string().min(1).max(500),
  schema: z.string().max(100),
  caption: z.string().max(2_000).optional(),
  properties: z.record(z.string(), z.array(z.string())),
});
/** Entity of FollowTheMoney: its schema, and texts or ids of other entities by property. */
export type Entity = z.infer<typeof ENTITY>;

/** Parses a line. Null when it is not an entity. */
export function parseEntity(text: string): Entity | null {
  try {
    return ENTITY.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

const PARTY_TYPES: Record<string, PartyType> = {
  Person: 'natural',
  Company: 'legal',
  Organization: 'legal',
  PublicBody: 'legal',
  LegalEntity: 'unknown',
  Vessel: 'vessel',
  Airplane: 'aircraft',
};

/** Returns the party type of an entity. Undefined for entities that are not listed parties. */
export function toPartyType({ schema }: Entity): PartyType | undefined {
  return PARTY_TYPES[schema];
}

/**
 * Returns the distinct names of an entity, the caption first. An entity without name gets one from its name parts or
 * aliases. A caption that only repeats the id or the schema does not count.
 */
export function listMainNames({ id, caption, schema, properties }: Entity): string[] {
  const listValues = (name: string) =>
    (properties[name] ?? []).filter((text) => text.trim() !== '');
  const captions = caption === undefined || caption === id || caption === schema ? [] : [caption];
  const names = [...captions.filter((text) => text.trim() !== ''), ...listValues('name')];
  if (names.length > 0) return [...new Set(names)];
  const parts = NAME_PARTS.flatMap((part) => listValues(part)[0] ?? []);
  if (parts.length > 0) return [parts.join(' ')];
  return [...new Set(OTHER_NAMES.flatMap(listValues))].slice(0, 1);
}

const NAME_PARTS = [
  'firstName',
  'secondName',
  'middleName',
  'fatherName',
  'lastName',
  'motherName',
] as const;
const OTHER_NAMES = ['alias', 'previousName', 'weakAlias'] as const;

/** Returns the first value of a property, or an empty string. */
export function getFirstValue({ properties }: Entity, name: string): string {
  return properties[name]?.[0] ?? '';
}
