import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import type { ListEntry } from '../../../src/domain/lists/list-entry.ts';
import { type ListFile, type ListReader, ReadReport } from '../../../src/lists/list-reader.ts';

export type ReadResult = {
  entries: ListEntry[];
  byKey: Map<string, ListEntry>;
  reading: ReadReport;
};

/** Returns a list file in memory, in chunks that split multibyte characters. */
export function listFile(name: string, content: string | Uint8Array): ListFile {
  const bytes = Buffer.from(content);
  const pieces = Array.from({ length: Math.ceil(bytes.length / 777) }, (_, index) =>
    bytes.subarray(index * 777, (index + 1) * 777),
  );
  return { name, open: () => Readable.from(pieces) };
}

export function listFileAt(path: string): ListFile {
  return { name: basename(path), open: () => createReadStream(path) };
}

export async function readWhole(read: ListReader, files: readonly ListFile[]): Promise<ReadResult> {
  const reading = new ReadReport();
  const entries: ListEntry[] = [];
  for await (const entry of read(files, reading)) entries.push(entry);
  return { entries, byKey: new Map(entries.map((entry) => [entry.key, entry])), reading };
}
