import { indexStaging, openStaging } from '../db/queries/import/staging.ts';
import type { ClientConnection } from '../db/staging/client-connection.ts';
import { BAD_LINES_MAX, type BadLine, createRejection } from './bad-lines.ts';
import { readFileChunks } from './input-files.ts';
import { toRecordNumber } from './line-number.ts';
import { LINE_BYTES_MAX, parseLine } from './parse-line.ts';
import { readLines } from './read-lines.ts';
import { stageRecord } from './stage-record.ts';
import { createStagingBuffer, type StagingBuffer } from './staging-buffer.ts';

/** Called with the numbers of bytes and lines read so far; bytes are counted before decompression. */
export type OnRead = (totals: { bytes: number; lines: number }) => void;

type Staging = {
  buffer: StagingBuffer;
  badLines: BadLine[];
  totals: { bytes: number; lines: number };
};

/**
 * Reads the files line by line into the staging tables. Throws OperatorError that lists the invalid lines: after the
 * first one, further lines are only validated, and reading ends at BAD_LINES_MAX invalid lines.
 */
export async function stageFiles(
  { db, client, serviceId }: ClientConnection & { serviceId: number },
  files: readonly string[],
  onRead: OnRead,
): Promise<void> {
  await openStaging(db);
  const staging: Staging = {
    buffer: createStagingBuffer(client, serviceId),
    badLines: [],
    totals: { bytes: 0, lines: 0 },
  };
  for (const [fileIndex, file] of files.entries()) {
    await stageFile(staging, { file, fileIndex }, onRead);
    if (staging.badLines.length >= BAD_LINES_MAX) break;
  }
  if (staging.badLines.length > 0) throw createRejection(staging.badLines, files);
  await staging.buffer.flush();
  await indexStaging(db);
}

async function stageFile(
  staging: Staging,
  { file, fileIndex }: { file: string; fileIndex: number },
  onRead: OnRead,
): Promise<void> {
  const { buffer, badLines, totals } = staging;
  const bytesBefore = totals.bytes;
  const chunks = readFileChunks(file, (bytes) => {
    totals.bytes = bytesBefore + bytes;
    onRead(totals);
  });
  for await (const line of readLines(chunks, LINE_BYTES_MAX)) {
    totals.lines += 1;
    const record = toRecordNumber({ fileIndex, line: line.number });
    const parsed = parseLine(line.bytes);
    if (parsed.kind === 'bad') {
      badLines.push({ record, faults: parsed.faults });
      if (badLines.length >= BAD_LINES_MAX) return;
    } else if (parsed.kind === 'record' && badLines.length === 0) {
      stageRecord(buffer.add, record, parsed.record);
      if (buffer.isFull()) await buffer.flush();
    }
  }
  onRead(totals);
}
