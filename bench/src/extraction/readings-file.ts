import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Judgement } from './judge-specimen.ts';

/** One set of documents of one round, as one reader read it. */
export type JudgedSet = {
  round: number;
  set: string;
  reader: string;
  documents: { judgement: Judgement; cpuMs: number }[];
};

/** What was judged by now of what one seed draws; a line each in a file of its own. */
export type JudgedFile = {
  all: () => readonly JudgedSet[];
  has: (set: Pick<JudgedSet, 'round' | 'set' | 'reader'>) => boolean;
  add: (set: JudgedSet) => Promise<void>;
};

/** Not beside the databases, whose folder holds nothing else when it is made. */
const FOLDER = fileURLToPath(new URL('../../.judged', import.meta.url));

/** What a run read is kept: one that is broken off goes on, one of more rounds adds to it. Rules that change need another seed. */
export async function openJudgedFile(seed: number): Promise<JudgedFile> {
  await mkdir(FOLDER, { recursive: true });
  const path = join(FOLDER, `extraction-quality-${seed}.jsonl`);
  const text = await readFile(path, 'utf8').catch(() => '');
  const known = text
    .split('\n')
    .filter((line) => line !== '')
    .map(parseSet);
  return {
    all: () => known,
    has: ({ round, set, reader }) =>
      known.some((one) => one.round === round && one.set === set && one.reader === reader),
    add: async (judged) => {
      known.push(judged);
      await appendFile(path, `${JSON.stringify(judged)}\n`);
    },
  };
}

/** Only this file writes them. */
function parseSet(line: string): JudgedSet {
  return JSON.parse(line);
}
