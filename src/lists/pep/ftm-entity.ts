import { z } from 'zod';

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
