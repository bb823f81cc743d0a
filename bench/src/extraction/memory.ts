import { READINGS_MAX } from '../../../src/extraction/reader/reader.ts';
import { createReaders } from '../../../src/extraction/reader/readers.ts';
import type { Options } from '../options.ts';
import { printLine } from '../print.ts';
import { childrenOf, readMemory } from '../proc.ts';
import type { Curve } from '../results.ts';
import { sendMixed } from './mixed-documents.ts';

/** Number of processes, one after the other, each of which reads its maximum number of documents. */
const ROUNDS = 3;
const EACH = 50;
const MEGABYTE = 1024 * 1024;
const SAMPLE_MS = 100;

/** Measures the memory of a reader process over many documents, without server and database. */
export async function measureExtractionMemory({
  rounds = ROUNDS,
}: Pick<Options, 'rounds'>): Promise<Curve[]> {
  const documents = rounds * READINGS_MAX;
  const readers = createReaders(1);
  const rows: number[][] = [];
  let [count, lost, most, resident] = [0, 0, 0, 0];
  const sampling = setInterval(() => {
    const now = memoryNow();
    most = Math.max(most, now.peak);
    // The process ends after its last document.
    if (now.resident > 0) resident = now.resident;
  }, SAMPLE_MS);
  try {
    for await (const reading of sendMixed()) {
      const reader = await readers.acquire(1);
      const outcome = await reader.read(reading).finally(reader.release);
      if (outcome.kind === 'failed') lost += 1;
      count += 1;
      if (count % EACH === 0) {
        rows.push([count, toMegabytes(resident), toMegabytes(most), lost]);
        printLine(rows.at(-1)?.join(' | '));
      }
      if (count === documents) break;
    }
  } finally {
    clearInterval(sampling);
    readers.stop();
  }
  const title = `${documents} documents, one after the other: invoices, PDFs with text, each fourth a picture or a scan, one in 32 of 40 million dots; a new process after each ${READINGS_MAX}`;
  const columns = ['documents', 'resident MB', 'peak MB until then', 'not read'];
  return [{ workload: 'extraction-memory', title, columns, rows }];
}

function memoryNow(): ReturnType<typeof readMemory> {
  const [pid = 0] = childrenOf(process.pid);
  return readMemory(pid);
}

function toMegabytes(bytes: number): number {
  return Math.round(bytes / MEGABYTE);
}
