import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { z } from 'zod';
import type { ListFile } from '../reading.ts';

const ENTITY = z.object({
  id: z.string().min(1).max(500),
  schema: z.string().max(100),
  caption: z.string().max(2_000).optional(),
  properties: z.record(z.string(), z.array(z.string())),
});
/** An entity of FollowTheMoney: what it is, and texts or ids of other entities by property. */
export type Entity = z.infer<typeof ENTITY>;

/** The lines of a file that are not empty, with their numbers from 1. */
export async function* readLines(file: ListFile): AsyncGenerator<{ line: number; text: string }> {
  let line = 0;
  for await (const text of createInterface({ input: Readable.from(file.open()) })) {
    line += 1;
    if (text.trim() !== '') yield { line, text };
  }
}

/** Null where a line is none. */
export function parseEntity(text: string): Entity | null {
  try {
    return ENTITY.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
