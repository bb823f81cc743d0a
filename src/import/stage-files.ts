import { indexStaging, openStaging } from '../db/queries/import/staging.ts';
import type { ClientConnection } from '../db/staging/client-connection.ts';
import { BAD_LINES_MAX, type BadLine, createRejection } from './bad-lines.ts';
import { readFileChunks } from './input-files.ts';
import { toRecordNumber } from './line-number.ts';
import { LINE_BYTES_MAX, parseLine } from './parse-line.ts';
import { readLines } from './read-lines.ts';
import { stageRecord } from './stage-record.ts';
import { createStagingBuffer, type StagingBuffer } from './staging-buffer.ts';

/** Called with the total number of bytes read from disk and of lines. */
export type OnRead = (read: { bytes: number; lines: number }) => void;

type Staging = {
  buffer: StagingBuffer;
  badLines: BadLine[];
  read: { bytes: number; lines: number };
};

/**
 * Reads the files line by line into the staging tables. Throws OperatorError that lists the invalid lines; after the
 * first one, the remaining lines are only validated.
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
    read: { bytes: 0, lines: 0 },
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
  const { buffer, badLines, read } = staging;
  const bytesBefore = read.bytes;
  const chunks = readFileChunks(file, (bytes) => {
    read.bytes = bytesBefore + bytes;
    onRead(read);
  });
  for await (const line of readLines(chunks, LINE_BYTES_MAX)) {
    read.lines += 1;
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
  onRead(read);
}
