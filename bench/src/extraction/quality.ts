import type { ReadDocument } from '../../../src/domain/extraction/read-document.ts';
import { understand } from '../../../src/domain/extraction/understand.ts';
import { readPicture } from '../../../src/extraction/pictures/read-picture.ts';
import { createTextEngine } from '../../../src/extraction/pictures/text-engine.ts';
import { printLine } from '../print.ts';
import type { Curve } from '../results.ts';
import { createChance } from './chance.ts';
import { drawSpecimens } from './draw-specimens.ts';
import { hasOcrB } from './fonts.ts';
import { judgeSpecimen } from './judge-specimen.ts';
import { openPlainReader, readPlainly } from './read-plainly.ts';
import type { Specimen } from './specimen.ts';
import { CLEAN, SPOILINGS, type Spoiling } from './spoil.ts';
import { COLUMNS, Tally } from './tally.ts';

/** No rule was fitted to what this seed draws. */
const HELD_OUT = 771_203;
const CLEAN_OF_EACH = 3;
const TODAY = '2026-11-22';

type Reader = (jpeg: Buffer) => Promise<ReadDocument>;
type Row = { name: string; tally: Tally };

/** How well drawn specimens are read, clean and spoilt, beside the engine as it comes; neither servers nor a database. */
export async function measureExtractionQuality(): Promise<Curve[]> {
  if (!hasOcrB())
    printLine('No OCR-B here (fonts-ocr-b): the lines for machines are in another face.');
  const engine = createTextEngine();
  const plain = await openPlainReader();
  const ours: Reader = async (bytes) =>
    await readPicture({ bytes, mediaType: 'image/jpeg' }, engine);
  const baseline: Reader = async (jpeg) => await readPlainly(plain, jpeg);
  try {
    const rows: Row[] = [];
    for (const [name, read] of [
      ['gateway', ours],
      ['plain tesseract.js', baseline],
    ] as const)
      rows.push(...(await measure(name, read)));
    const megabytes = Math.round(process.resourceUsage().maxRSS / 1024);
    return [
      {
        workload: 'extraction-quality',
        title: `Drawn specimens, held-out seed; most memory ${megabytes} MB, with the drawing`,
        columns: ['set', 'read by', ...COLUMNS],
        rows: rows.map((row) => [...row.name.split(': ').toReversed(), ...row.tally.toRow()]),
      },
    ];
  } finally {
    await engine.close();
    await plain.terminate();
  }
}

async function measure(reader: string, read: Reader): Promise<Row[]> {
  const clean = await drawSpecimens(HELD_OUT, CLEAN_OF_EACH);
  const rows: Row[] = [];
  const add = (name: string, counted: Tally): void => {
    rows.push({ name: `${reader}: ${name}`, tally: counted });
    // Reading takes minutes: each row is told when it is known.
    printLine([name, reader, ...counted.toRow()].join(' | '));
  };
  add(CLEAN.name, await tally(clean, CLEAN, read));
  const all = new Tally();
  for (const [at, spoiling] of SPOILINGS.entries()) {
    // Of other people and in other faces each time: nine pictures of one card say what one card says.
    const spoilt = await drawSpecimens(HELD_OUT + 1 + at, 1);
    add(spoiling.name, await tally(spoilt, spoiling, read, all));
  }
  add('all spoilt', all);
  return rows;
}

// oxlint-disable-next-line max-params -- what adds up all sets stands beside the one of its own.
async function tally(
  specimens: readonly Specimen[],
  spoiling: Spoiling,
  read: Reader,
  all?: Tally,
): Promise<Tally> {
  const own = new Tally();
  const chance = createChance(HELD_OUT);
  for (const specimen of specimens) {
    const jpeg = await spoiling.spoil(specimen.png, chance);
    const before = process.cpuUsage();
    const document = await read(jpeg);
    const { user, system } = process.cpuUsage(before);
    const judged = judgeSpecimen(specimen, understand(document, null, TODAY), document);
    for (const one of [own, all]) one?.add(judged, (user + system) / 1000);
  }
  return own;
}
