import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { describeFileFault, OperatorError } from '../errors.ts';

/** File name that stands for standard input. */
export const STANDARD_INPUT = '-';
const CHUNK_BYTES = 256 * 1024;

/**
 * Returns the total size of the files in bytes; null when one of them is standard input or not a regular file. Throws
 * OperatorError for a file that does not exist and for a folder.
 */
export async function measureFiles(files: readonly string[]): Promise<number | null> {
  let total: number | null = 0;
  for (const file of files) {
    const bytes = file === STANDARD_INPUT ? null : await measureFile(file);
    total = total === null || bytes === null ? null : total + bytes;
  }
  return total;
}

async function measureFile(file: string): Promise<number | null> {
  try {
    const stats = await stat(file);
    if (stats.isDirectory()) throw new OperatorError(`${file}: is a folder, not a file.`);
    return stats.isFile() ? stats.size : null;
  } catch (error) {
    throw describeFileFault(file, error);
  }
}

/**
 * Yields the bytes of a file, decompressed when its name ends in .gz. `onBytes` receives the number of bytes of the
 * file read so far, before decompression. Throws OperatorError when reading fails.
 */
export async function* readFileChunks(
  file: string,
  onBytes: (bytesRead: number) => void,
): AsyncGenerator<Buffer> {
  let bytesRead = 0;
  const count = async function* (source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      bytesRead += chunk.length;
      yield chunk;
    }
  };
  try {
    for await (const chunk of openFile(file, count)) {
      onBytes(bytesRead);
      yield chunk;
    }
  } catch (error) {
    throw describeFileFault(file, error);
  }
}

type Counter = (source: AsyncIterable<Buffer>) => AsyncGenerator<Buffer>;

function openFile(file: string, count: Counter): AsyncIterable<Buffer> {
  if (file === STANDARD_INPUT) return count(process.stdin);
  const source: Readable = createReadStream(file, { highWaterMark: CHUNK_BYTES });
  if (!file.endsWith('.gz')) return count(source);
  // The callback is required; an error of any part also ends the last one, where it is handled.
  return pipeline(source, count, createGunzip({ chunkSize: CHUNK_BYTES }), () => undefined);
}
