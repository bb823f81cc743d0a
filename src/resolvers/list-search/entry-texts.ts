import type { OwnedEntry } from '../../db/queries/lists/entries.ts';
import { mapInSlices } from '../../scheduling/map-in-slices.ts';

/** Entries as JSON, one behind the other, in memory that threads share, so that none is given a copy. */
export type SharedEntries = { bytes: SharedArrayBuffer; ends: readonly number[] };

/** The same entries, each as JSON, for threads; in turns of the service. */
export async function shareEntries(
  serviceId: number,
  texts: readonly string[],
): Promise<SharedEntries> {
  const lengths = await mapInSlices(serviceId, texts, (text) => Buffer.byteLength(text));
  const bytes = new SharedArrayBuffer(lengths.reduce((sum, length) => sum + length, 0));
  const into = Buffer.from(bytes);
  let end = 0;
  const ends = await mapInSlices(serviceId, texts, (text) => (end += into.write(text, end)));
  return { bytes, ends };
}

export function readShared({ bytes, ends }: SharedEntries): OwnedEntry[] {
  const from = Buffer.from(bytes);
  return ends.map((end, at) => readEntry(from.toString('utf8', ends[at - 1] ?? 0, end)));
}

/** What an entry says that PostgreSQL, or this process, wrote as JSON. */
export function readEntry(text: string): OwnedEntry {
  const entry: unknown = JSON.parse(text);
  if (isEntry(entry)) return entry;
  throw new TypeError('The text of an entry is that of something else.');
}

function isEntry(value: unknown): value is OwnedEntry {
  return typeof value === 'object' && value !== null && 'entryKey' in value;
}
