import sharp from 'sharp';
import type { ReadingInput } from '../../../src/domain/extraction/extraction.ts';
import { createReaders } from '../../../src/extraction/reader/readers.ts';
import { CERTIFICATE, makeInvoice } from '../../../test/support/data/documents.ts';
import { makeScannedPdf, readSpecimen } from '../../../test/support/data/scanned-pdf.ts';
import { pinSelf } from '../pinning.ts';
import { printLine } from '../print.ts';
import { childrenOf, readMemory, readTreeCpuMicroseconds } from '../proc.ts';
import type { Curve } from '../results.ts';
import { printSpecimens } from './draw-specimens.ts';

const SEED = 51;
const TODAY = '2024-06-01';
const MEGABYTE = 1024 * 1024;

type Document = { what: string; reading: ReadingInput; times: number; wanted: string };

/** Measures the duration and memory of reading documents in one process on one core, without server and database. */
export async function measureExtractionSpeed(): Promise<Curve[]> {
  pinSelf();
  const readers = createReaders(1);
  try {
    const rows: (string | number)[][] = [];
    for (const document of await listDocuments()) {
      const row = await measure(readers, document);
      printLine(row.join(' | '));
      rows.push(row);
    }
    const columns = [
      'document',
      'times',
      'pages',
      'first ms',
      'median ms',
      'CPU ms',
      'wanted',
      'peak MB',
    ];
    const title = 'Documents in a process that reads, one after the other on one core';
    return [{ workload: 'extraction-speed', title, columns, rows }];
  } finally {
    readers.stop();
  }
}

async function listDocuments(): Promise<Document[]> {
  const front = readSpecimen('ine-front-upside-down');
  const upright = await sharp(front).rotate(180).jpeg({ quality: 90 }).toBuffer();
  const { width, height } = await sharp(upright).metadata();
  const scan = makeScannedPdf({ jpeg: upright, width, height }, 30);
  const pdf = 'application/pdf';
  return [
    { what: 'CSF with text', reading: of(pdf, CERTIFICATE), times: 20, wanted: '≤ 150' },
    {
      what: 'CSF with text and code',
      reading: of(pdf, await printCertificate()),
      times: 20,
      wanted: '≤ 150',
    },
    {
      what: 'CFDI',
      reading: of('application/xml', makeInvoice()),
      times: 50,
      wanted: '≤ 20',
    },
    { what: 'INE front, a photo', reading: of('image/jpeg', upright), times: 5, wanted: '≤ 1500' },
    { what: '30 scanned pages', reading: of(pdf, scan), times: 1, wanted: '≤ 60000' },
  ];
}

/** Prints the first drawn certificate as a PDF. */
async function printCertificate(): Promise<Uint8Array> {
  for await (const { bytes } of printSpecimens(SEED)) return bytes;
  throw new Error('None was drawn.');
}

function of(mediaType: string, bytes: Uint8Array): ReadingInput {
  return { mediaType, bytes, claimed: null, today: TODAY };
}

type Readers = ReturnType<typeof createReaders>;

async function measure(
  readers: Readers,
  { what, reading, times, wanted }: Document,
): Promise<(string | number)[]> {
  const took: number[] = [];
  let pages = '';
  let spent = 0;
  for (let time = 0; time < times; time += 1) {
    const before = cpuMilliseconds();
    const outcome = await readOne(readers, reading);
    spent = time === 0 ? 0 : spent + cpuMilliseconds() - before;
    took.push(outcome.durationMs);
    pages = outcome.kind === 'read' ? `${outcome.pagesRead}/${outcome.pageCount}` : outcome.failure;
  }
  const [first = 0, ...rest] = took;
  const sorted = rest.toSorted((one, other) => one - other);
  const median = sorted[Math.floor(sorted.length / 2)] ?? first;
  const cpu = times === 1 ? '' : Math.round(spent / (times - 1));
  return [what, times, pages, first, median, cpu, wanted, peakMegabytes()];
}

async function readOne(readers: Readers, reading: ReadingInput) {
  const reader = await readers.acquire(1);
  return await reader.read(reading).finally(reader.release);
}

/** Returns the CPU time of the reader process, which other load affects less than elapsed time. */
function cpuMilliseconds(): number {
  const children = childrenOf(process.pid);
  return children.reduce((sum, pid) => sum + readTreeCpuMicroseconds(pid), 0) / 1000;
}

/** Returns the peak memory of the reader process, the only child of this process. */
function peakMegabytes(): number {
  const all = childrenOf(process.pid).map((pid) => readMemory(pid).peak);
  return Math.round(Math.max(0, ...all) / MEGABYTE);
}
