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

/** Its names, each once, the one that it is called by first. */
export function mainNamesOf({ caption, properties }: Entity): string[] {
  const names = [caption ?? '', ...(properties['name'] ?? [])];
  return [...new Set(names)].filter((name) => name !== '');
}

/** Empty where it has none. */
export function firstOf({ properties }: Entity, name: string): string {
  return properties[name]?.[0] ?? '';
}
