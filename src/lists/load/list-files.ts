import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { describeFileFault, OperatorError } from '../../errors.ts';
import type { ListFile } from '../reading.ts';
import { createEncodingWatch } from '../text/decode-text.ts';

/** The largest list that is published, OFAC's advanced XML, has 105 MB. */
const LIST_BYTES_MAX = 1024 ** 3;

/** So much is parsed at a time, in some milliseconds. */
const CHUNK_BYTES = 64 * 1024;

export type OpenedList = { files: ListFile[]; bytes: number; sha256: Buffer };

/**
 * The files of a list by their paths, with the SHA-256 of their bytes. `onBytes` is told of bytes whenever some are read.
 * Throws OperatorError for what cannot be read or is too large.
 */
export async function openList(
  paths: readonly string[],
  onBytes: (bytes: number) => void,
): Promise<OpenedList> {
  const digests: Buffer[] = [];
  let bytes = 0;
  const files: ListFile[] = [];
  for (const path of paths) {
    bytes += await measure(path);
    if (bytes > LIST_BYTES_MAX)
      throw new OperatorError(`${path}: exceeds the limit of 1 GiB for a list.`);
    const open = async function* () {
      for await (const chunk of readChunks(path)) {
        onBytes(chunk.length);
        yield chunk;
      }
    };
    const digest = createHash('sha256');
    const encoding = createEncodingWatch();
    for await (const chunk of open()) {
      digest.update(chunk);
      encoding.see(chunk);
    }
    digests.push(digest.digest());
    files.push({ name: basename(path), open, ...encoding.end() });
  }
  return { files, bytes, sha256: digestOf(digests) };
}

/** Of one file its own; of several that of theirs in their own order, for a list is the same whichever of its files is named first. */
function digestOf(digests: readonly Buffer[]): Buffer {
  const [only] = digests;
  if (only !== undefined && digests.length === 1) return only;
  const sorted = digests.toSorted((one, other) => one.compare(other));
  return createHash('sha256').update(Buffer.concat(sorted)).digest();
}

/** What the account may not read is told only when it is opened. */
async function* readChunks(path: string): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
      if (!Buffer.isBuffer(chunk)) throw new Error('A file came as text.');
      yield chunk;
    }
  } catch (error) {
    throw describeFileFault(path, error);
  }
}

async function measure(path: string): Promise<number> {
  try {
    const found = await stat(path);
    if (found.isFile()) return found.size;
    throw new OperatorError(`${path}: is not a regular file.`);
  } catch (error) {
    throw describeFileFault(path, error);
  }
}
