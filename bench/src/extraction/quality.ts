import type { DocumentContent } from '../../../src/domain/extraction/document-content.ts';
import { interpretDocument } from '../../../src/domain/extraction/interpret-document.ts';
import { getOcrEngine } from '../../../src/extraction/pictures/ocr-engine.ts';
import { readDocument } from '../../../src/extraction/read-document.ts';
import type { Options } from '../options.ts';
import { printLine } from '../print.ts';
import type { Curve } from '../results.ts';
import { type DocumentSet, PRINTED, SCANNED, SPOILT, XML } from './document-sets.ts';
import { hasOcrB } from './fonts.ts';
import { judgeSpecimen } from './judge-specimen.ts';
import { openPlainReader, readPlainly } from './read-plainly.ts';
import { type DocumentRead, openReadings, type ReadingsFile } from './readings-file.ts';
import type { SentSpecimen } from './specimen.ts';
import { COLUMNS, Tally } from './tally.ts';

/** Seed whose documents no rule was tuned on. */
const HELD_OUT = 374_289;
const ROUNDS = 3;
/** Number of rounds that also read with the plain OCR engine. */
const PLAIN_ROUNDS = 1;
/** Distance between the seeds of rounds, between which the seeds of the sets are. */
const ROUND_STEP = 1_000;
const TODAY = '2026-11-22';
const PICTURES = [SCANNED, ...SPOILT];
const ALL = [XML, PRINTED, ...PICTURES];

type Reader = {
  name: string;
  rounds: number;
  sets: readonly DocumentSet[];
  read: (document: SentSpecimen) => Promise<DocumentContent>;
};

/**
 * Measures how well documents of fictitious people are read, clean and degraded, compared with the plain OCR engine.
 * Needs no server and no database.
 */
export async function measureExtractionQuality({
  seed = HELD_OUT,
  rounds = ROUNDS,
}: Pick<Options, 'seed' | 'rounds'>): Promise<Curve[]> {
  if (!hasOcrB())
    printLine('No OCR-B here (fonts-ocr-b): the lines for machines are in another face.');
  const file = await openReadings(seed);
  const plain = await openPlainReader();
  const readers: readonly Reader[] = [
    { name: 'gateway', rounds, sets: ALL, read: async (document) => await readDocument(document) },
    {
      name: 'plain tesseract.js',
      rounds: Math.min(rounds, PLAIN_ROUNDS),
      sets: PICTURES,
      read: async ({ bytes }) => await readPlainly(plain, Buffer.from(bytes)),
    },
  ];
  try {
    for (const reader of readers)
      for (let round = 0; round < reader.rounds; round++)
        await readRound(file, { seed, round }, reader);
  } finally {
    await getOcrEngine().close();
    await plain.terminate();
  }
  return readers.map((reader) => toCurve(reader, file, seed));
}

async function readRound(
  file: ReadingsFile,
  { seed, round }: { seed: number; round: number },
  { name, sets, read }: Reader,
): Promise<void> {
  for (const { name: set, draw } of sets) {
    if (file.has({ round, set, reader: name })) continue;
    const documents: DocumentRead[] = [];
    const own = seed + round * ROUND_STEP + ALL.findIndex((one) => one.name === set);
    for await (const { bytes, mediaType, ...truth } of draw(own)) {
      const before = process.cpuUsage();
      const found = await read({ bytes, mediaType, ...truth });
      const { user, system } = process.cpuUsage(before);
      documents.push({ truth, found, cpuMs: (user + system) / 1000 });
    }
    await file.add({ round, set, reader: name, documents });
    // Reading takes minutes, so each set is printed when it is finished.
    printLine([`round ${round + 1}`, set, name, ...rowOf(documents)].join(' | '));
  }
}

function toCurve({ name, sets, rounds }: Reader, file: ReadingsFile, seed: number): Curve {
  const all = file.all().filter((one) => one.reader === name && one.round < rounds);
  const of = (some: readonly DocumentSet[]): (string | number)[] =>
    rowOf(
      all
        .filter(({ set }) => some.some((one) => one.name === set))
        .flatMap(({ documents }) => documents),
    );
  return {
    workload: 'extraction-quality',
    title: `Read by ${name}: documents of invented people, ${rounds} rounds of seed ${seed}`,
    columns: ['set', ...COLUMNS],
    rows: [
      ...sets.map((set) => [set.name, ...of([set])]),
      ['all spoilt', ...of(SPOILT)],
      ['all pictures', ...of(PICTURES)],
      ['all', ...of(sets)],
    ],
  };
}

function rowOf(documents: readonly DocumentRead[]): (string | number)[] {
  const tally = new Tally();
  for (const { truth, found, cpuMs } of documents)
    tally.add(judgeSpecimen(truth, interpretDocument(found, null, TODAY), found), cpuMs);
  return tally.toRow();
}
