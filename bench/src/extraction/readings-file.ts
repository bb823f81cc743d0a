import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DocumentContent } from '../../../src/domain/extraction/document-content.ts';
import { fingerprintOfReader } from './reader-fingerprint.ts';
import type { Truth } from './specimen.ts';

/** Raw content that a reader extracted from a document, with its true content. */
export type DocumentRead = { truth: Truth; found: DocumentContent; cpuMs: number };

/** Set of documents of one round, read by one reader. */
export type SetRead = { round: number; set: string; reader: string; documents: DocumentRead[] };

/** Readings of the documents of one seed, in a file of one line each. */
export type ReadingsFile = {
  all: () => readonly SetRead[];
  has: (set: Pick<SetRead, 'round' | 'set' | 'reader'>) => boolean;
  add: (set: SetRead) => Promise<void>;
};

/** Not beside the databases, whose folder holds nothing else when it is made. */
const FOLDER = fileURLToPath(new URL('../../.judged', import.meta.url));

/**
 * Opens the stored readings. An interrupted run continues, and further rounds are added; another reader or other
 * documents start a new file. Rules are tested on stored readings; rules that were tuned on them need another seed.
 */
export async function openReadings(seed: number): Promise<ReadingsFile> {
  await mkdir(FOLDER, { recursive: true });
  const path = join(FOLDER, `extraction-quality-${seed}-${fingerprintOfReader()}.jsonl`);
  const text = await readFile(path, 'utf8').catch(() => '');
  const known = text
    .split('\n')
    .filter((line) => line !== '')
    .map(parseSet);
  return {
    all: () => known,
    has: ({ round, set, reader }) =>
      known.some((one) => one.round === round && one.set === set && one.reader === reader),
    add: async (read) => {
      known.push(read);
      await appendFile(path, `${JSON.stringify(read)}\n`);
    },
  };
}

/** Only this file writes them. */
function parseSet(line: string): SetRead {
  return JSON.parse(line);
}
