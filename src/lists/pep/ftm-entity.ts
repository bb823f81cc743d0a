import { z } from 'zod';
import type { PartyType } from '../../domain/lists/list-entry.ts';

const ENTITY = z.object({
  id: z.string().min(1).max(500),
  schema: z.string().max(100),
  caption: z.string().max(2_000).optional(),
  properties: z.record(z.string(), z.array(z.string())),
});
/** An entity of FollowTheMoney: what it is, and texts or ids of other entities by property. */
export type Entity = z.infer<typeof ENTITY>;

/** Null where a line is none. */
export function parseEntity(text: string): Entity | null {
  try {
    return ENTITY.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

const PARTIES: Record<string, PartyType> = {
  Person: 'natural',
  Company: 'legal',
  Organization: 'legal',
  PublicBody: 'legal',
  LegalEntity: 'unknown',
  Vessel: 'vessel',
  Airplane: 'aircraft',
};

/** Whom or what an entity is about; undefined where it is nobody and nothing that is listed. */
export function partyTypeOf({ schema }: Entity): PartyType | undefined {
  return PARTIES[schema];
}

/**
 * Its names, each once, the one that it is called by first. Where it has no name they are made of its parts, or are its other names; a
 * caption that is only what the format writes in their place is none.
 */
export function mainNamesOf({ id, caption, schema, properties }: Entity): string[] {
  const said = (name: string) => (properties[name] ?? []).filter((text) => text.trim() !== '');
  const shown = caption === undefined || caption === id || caption === schema ? [] : [caption];
  const names = [...shown.filter((text) => text.trim() !== ''), ...said('name')];
  if (names.length > 0) return [...new Set(names)];
  const parts = NAME_PARTS.flatMap((part) => said(part)[0] ?? []);
  if (parts.length > 0) return [parts.join(' ')];
  return [...new Set(OTHER_NAMES.flatMap(said))].slice(0, 1);
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

/** Empty where it has none. */
export function firstOf({ properties }: Entity, name: string): string {
  return properties[name]?.[0] ?? '';
}
