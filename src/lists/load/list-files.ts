import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { describeFileFault, OperatorError } from '../../errors.ts';
import type { ListFile } from '../list-reader.ts';
import { createEncodingDetector } from '../text/decode-text.ts';

/** Maximum size of a list. The largest published one, OFAC's advanced XML, has 105 MB. */
const LIST_BYTES_MAX = 1024 ** 3;

/** Size of a chunk, which is parsed within some milliseconds. */
const CHUNK_BYTES = 64 * 1024;

export type OpenedList = { files: ListFile[]; bytes: number; sha256: Buffer };

/**
 * Opens the files of a list and computes the SHA-256 of their bytes. `onBytes` is called for each chunk, here and
 * whenever a returned file is read. Throws OperatorError for files that are unreadable or too large.
 */
export async function openList(
  paths: readonly string[],
  onBytes: (bytes: number) => void,
): Promise<OpenedList> {
  const digests: Buffer[] = [];
  let bytes = 0;
  const files: ListFile[] = [];
  for (const path of paths) {
    bytes += await getFileSize(path);
    if (bytes > LIST_BYTES_MAX)
      throw new OperatorError(`${path}: exceeds the limit of 1 GiB for a list.`);
    const open = async function* () {
      for await (const chunk of readChunks(path)) {
        onBytes(chunk.length);
        yield chunk;
      }
    };
    const digest = createHash('sha256');
    const encodingDetector = createEncodingDetector();
    for await (const chunk of open()) {
      digest.update(chunk);
      encodingDetector.write(chunk);
    }
    digests.push(digest.digest());
    files.push({ name: basename(path), open, ...encodingDetector.end() });
  }
  return { files, bytes, sha256: combineDigests(digests) };
}

/**
 * Returns the digest of a single file, or the digest of the sorted digests of several, which does not depend on the
 * order of the files.
 */
function combineDigests(digests: readonly Buffer[]): Buffer {
  const [firstDigest] = digests;
  if (firstDigest !== undefined && digests.length === 1) return firstDigest;
  const sorted = digests.toSorted((first, second) => first.compare(second));
  return createHash('sha256').update(Buffer.concat(sorted)).digest();
}

/** Yields the chunks of a file. Throws OperatorError when it cannot be read, as without permission. */
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

async function getFileSize(path: string): Promise<number> {
  try {
    const stats = await stat(path);
    if (stats.isFile()) return stats.size;
    throw new OperatorError(`${path}: is not a regular file.`);
  } catch (error) {
    throw describeFileFault(path, error);
  }
}
