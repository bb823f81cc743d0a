import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DocumentContent } from '../../../src/domain/extraction/document-content.ts';
import { fingerprintOfReader } from './reader-fingerprint.ts';
import type { Truth } from './specimen.ts';

/** What a reader made of a document, before anybody understood it, and what stands in it. */
export type DocumentRead = { truth: Truth; found: DocumentContent; cpuMs: number };

/** One set of documents of one round, as one reader read it. */
export type SetRead = { round: number; set: string; reader: string; documents: DocumentRead[] };

/** What was read by now of what one seed draws; a line each in a file of its own. */
export type ReadingsFile = {
  all: () => readonly SetRead[];
  has: (set: Pick<SetRead, 'round' | 'set' | 'reader'>) => boolean;
  add: (set: SetRead) => Promise<void>;
};

/** Not beside the databases, whose folder holds nothing else when it is made. */
const FOLDER = fileURLToPath(new URL('../../.judged', import.meta.url));

/**
 * What a run read is kept: one that is broken off goes on, one of more rounds adds to it. Another reader, or other
 * documents, begin anew; rules are tried on what was read before. Those that were fitted to it need another seed.
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
