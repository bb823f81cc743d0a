import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ByteRange } from '../../domain/files/byte-range.ts';
import { type DeclaredFile, type MediaType, XLSX } from '../../domain/files/media-type.ts';
import { fileTooLarge, type IssueCode, invalidAt } from '../../errors.ts';
import { releaseMemory } from '../../runtime/release-memory.ts';
import { bytesInSlices, eachInSlices } from '../../scheduling/bytes-in-slices.ts';
import { detectMediaType, HEAD_BYTES } from './detect-media-type.ts';
import {
  computeStoredSize,
  decryptFrames,
  encryptFrames,
  type Frame,
  type FrameRange,
  toStoredRange,
} from './frames.ts';
import { readStored } from './read-stored.ts';
import type { FileScanner } from './scanner.ts';
import { createKey } from './seal.ts';
import { findTextRules } from './text-rules.ts';
import { createTextScanner, type TextScanner } from './text-scanner.ts';
import { isSafeWorkbook, TAIL_BYTES } from './workbook.ts';

/** Upload that was received, checked and encrypted into a temporary file. */
export type StagedUpload = {
  /** Data encryption key of the file, not yet stored. */
  key: Buffer;
  path: string;
  byteCount: number;
  storedByteCount: number;
  mediaType: MediaType;
  sha256: Buffer;
  scan: 'clean' | 'infected' | 'unscanned';
  /** Deletes the temporary file, if it was not stored. */
  discard: () => Promise<void>;
};

/** Declared name and type of an upload, and the service whose share of CPU time is used. */
export type IncomingFile = DeclaredFile & { serviceId: number };

export type StagingOptions = {
  /** Folder of the temporary files. */
  folder: string;
  /** Creates the folder if it does not exist. */
  makeFolder: () => Promise<void>;
  bytesMax: number;
  scanner: FileScanner;
};

/**
 * Receives a file, and scans the received copy afterwards, so that neither the scanner nor the client waits for the
 * other. Throws AppError as soon as the file is rejected, and deletes the copy: `limit_exceeded` for its size,
 * `invalid_input` for an empty file, an unsupported type or an unsafe workbook, `files_unavailable` when a required
 * malware scan fails. An infected file is not rejected: `scan` states the verdict.
 */
export async function stageUpload(
  options: StagingOptions,
  { serviceId, ...declared }: IncomingFile,
  content: AsyncIterable<Uint8Array>,
): Promise<StagedUpload> {
  await options.makeFolder();
  const path = join(options.folder, randomUUID());
  const discard = async (): Promise<void> => await rm(path, { force: true });
  const handle = await open(path, 'wx+', 0o600);
  const key = createKey();
  const inspector = createContentInspector(options.bytesMax, declared);
  try {
    const chunks = bytesInSlices(serviceId, content);
    await writeFrames(handle, encryptFrames(key, inspectChunks(chunks, inspector.write)));
    const { tail, ...inspection } = await inspector.finish();
    const { byteCount: size, mediaType } = inspection;
    const read = (range: ByteRange) => readBack({ handle, key, serviceId }, { size, range });
    const archive = { serviceId, tail, byteCount: size, read };
    if (mediaType === XLSX && !(await isSafeWorkbook(archive)))
      reject('The workbook is corrupt or not allowed', 'unsafe_archive');
    const scan = await options.scanner.scan(read({ first: 0, last: size - 1 }));
    return { ...inspection, key, path, storedByteCount: computeStoredSize(size), scan, discard };
  } catch (error) {
    // A failed deletion must not replace the error. The sweep deletes the file later.
    await discard().catch(() => undefined);
    throw error;
  } finally {
    await handle.close();
  }
}

type ChunkHandler = (chunk: Uint8Array) => Promise<void>;

async function* inspectChunks(
  content: AsyncIterable<Uint8Array>,
  handleChunk: ChunkHandler,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    await handleChunk(chunk);
    yield chunk;
  }
}

async function writeFrames(handle: FileHandle, frames: AsyncIterable<Frame>): Promise<void> {
  for await (const frame of frames) {
    await writeFrame(handle, frame);
    releaseMemory(frame[0]);
  }
  await handle.datasync();
}

async function writeFrame(handle: FileHandle, frame: Frame): Promise<void> {
  const { bytesWritten } = await handle.writev(frame);
  const unwritten = frame[0].byteLength + frame[1].byteLength - bytesWritten;
  // After a short write, for example on a full disk, the next write reports the error.
  if (unwritten > 0) await handle.writeFile(Buffer.concat(frame).subarray(-unwritten));
}

type WrittenFile = { handle: FileHandle; key: Buffer; serviceId: number };

/** Yields a range of the received content, decrypted from the temporary file. */
async function* readBack(
  { handle, key, serviceId }: WrittenFile,
  { size, range }: FrameRange,
): AsyncGenerator<Uint8Array> {
  const stored = eachInSlices(serviceId, readStored(handle, toStoredRange(range, size)));
  yield* decryptFrames(key, { size, range }, stored);
}

type InspectionResult = Pick<StagedUpload, 'byteCount' | 'mediaType' | 'sha256'>;
type ContentInspector = {
  write: ChunkHandler;
  finish: () => Promise<InspectionResult & { tail: Buffer }>;
};

/**
 * Creates an inspector of the passing bytes: counts and hashes them, detects their type and scans text. Keeps only
 * their beginning and end in memory. Throws AppError as soon as the file is rejected.
 */
function createContentInspector(bytesMax: number, declared: DeclaredFile): ContentInspector {
  const hash = createHash('sha256');
  let byteCount = 0;
  let head = Buffer.alloc(0);
  let tail = Buffer.alloc(0);
  let mediaType: MediaType | undefined;
  let textScanner: TextScanner | undefined;
  const scanText = (bytes: Uint8Array): void => {
    if (textScanner?.write(bytes) === false) rejectType();
  };
  const detectType = async (): Promise<MediaType> => {
    const detectedType = (await detectMediaType(head, declared)) ?? rejectType();
    const rules = findTextRules(detectedType);
    textScanner = rules && createTextScanner(rules);
    scanText(head);
    mediaType = detectedType;
    return detectedType;
  };
  return {
    write: async (chunk) => {
      byteCount += chunk.byteLength;
      if (byteCount > bytesMax) throw fileTooLarge(bytesMax);
      hash.update(chunk);
      // Only the check of workbooks reads the end of a file.
      if (mediaType === undefined || mediaType === XLSX)
        tail = Buffer.concat([tail, chunk]).subarray(-TAIL_BYTES);
      if (mediaType !== undefined) return scanText(chunk);
      const missingBytes = HEAD_BYTES - head.length;
      head = Buffer.concat([head, chunk.subarray(0, missingBytes)]);
      if (head.length < HEAD_BYTES) return;
      await detectType();
      scanText(chunk.subarray(missingBytes));
    },
    finish: async () => {
      if (byteCount === 0) reject('The file is empty', 'empty');
      const detectedType = mediaType ?? (await detectType());
      if (textScanner?.finish() === false) rejectType();
      return { byteCount, mediaType: detectedType, sha256: hash.digest(), tail };
    },
  };
}

function rejectType(): never {
  return reject('The file type is not supported', 'wrong_file_type');
}

function reject(message: string, code: IssueCode): never {
  throw invalidAt(['file'], message, code);
}
