import { readFile } from 'node:fs/promises';
import type { z } from 'zod';

/** Reads a JSON file that matches the schema. */
export async function readJson<T>(path: string, schema: z.ZodType<T>): Promise<T> {
  return schema.parse(JSON.parse(await readFile(path, 'utf8')));
}
