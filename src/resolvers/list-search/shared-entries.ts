import type { OwnedEntry } from '../../db/queries/lists/entries.ts';
import { mapInSlices } from '../../scheduling/map-in-slices.ts';

/**
 * Entries as consecutive JSON texts in memory shared between threads, so that no thread gets a copy. `ends` has the end
 * offset of each text.
 */
export type SharedEntries = { bytes: SharedArrayBuffer; ends: readonly number[] };

/** Copies JSON texts of entries to shared memory, in time slices of the service. */
export async function shareEntries(
  serviceId: number,
  texts: readonly string[],
): Promise<SharedEntries> {
  const lengths = await mapInSlices(serviceId, texts, (text) => Buffer.byteLength(text));
  const bytes = new SharedArrayBuffer(lengths.reduce((sum, length) => sum + length, 0));
  const target = Buffer.from(bytes);
  let end = 0;
  const ends = await mapInSlices(serviceId, texts, (text) => (end += target.write(text, end)));
  return { bytes, ends };
}

/** Parses the entries in shared memory. */
export function readSharedEntries({ bytes, ends }: SharedEntries): OwnedEntry[] {
  const buffer = Buffer.from(bytes);
  return ends.map((end, index) => parseEntry(buffer.toString('utf8', ends[index - 1] ?? 0, end)));
}

/** Parses an entry from JSON that PostgreSQL or this process wrote. */
export function parseEntry(text: string): OwnedEntry {
  const entry: unknown = JSON.parse(text);
  if (isEntry(entry)) return entry;
  throw new TypeError('The JSON is not that of a list entry.');
}

function isEntry(value: unknown): value is OwnedEntry {
  return typeof value === 'object' && value !== null && 'entryKey' in value;
}
