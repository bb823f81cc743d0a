import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ByteRange } from '../../domain/files/byte-range.ts';
import { type DeclaredFile, type MediaType, XLSX } from '../../domain/files/media-type.ts';
import { fileTooLarge, type IssueCode, invalidAt } from '../../errors.ts';
import { releaseMemory } from '../../runtime/release-memory.ts';
import { bytesInSlices, eachInSlices } from '../../scheduling/bytes-in-slices.ts';
import {
  decryptFrames,
  encryptFrames,
  type Frame,
  type FrameRange,
  storedRange,
  storedSize,
} from './frames.ts';
import { readStored } from './read-stored.ts';
import type { FileScanner } from './scanner.ts';
import { makeKey } from './seal.ts';
import { findMediaType, HEAD_BYTES } from './sniff.ts';
import { findTextRules } from './text-kinds.ts';
import { createTextWatch, type TextWatch } from './text-watch.ts';
import { isBearableWorkbook, TAIL_BYTES } from './workbook.ts';

/** A file that was read to its end and looked at, and waits encrypted on this machine's disk. */
export type Intake = {
  /** Its own key: made for it, and written nowhere yet. */
  key: Buffer;
  path: string;
  byteCount: number;
  storedByteCount: number;
  mediaType: MediaType;
  sha256: Buffer;
  scan: 'clean' | 'infected' | 'unscanned';
  /** Deletes what waits; nothing is there after it was stored. */
  discard: () => Promise<void>;
};

/** What is said of a file that comes in, and whose: it is looked at in turns of its service. */
export type Arriving = DeclaredFile & { serviceId: number };

export type IntakeParts = {
  folder: string;
  makeFolder: () => Promise<void>;
  bytesMax: number;
  scanner: FileScanner;
};

/**
 * Reads a file to its end, then looks at what was received as often as need be: the scanner waits for no client, and
 * no client keeps the scanner. Throws AppError as soon as it is known that it is not taken: `limit_exceeded` over the
 * bound, `invalid_input` for what is empty or of no type that is taken, `files_unavailable` where it must be scanned
 * and cannot be. Nothing is left of it then.
 */
export async function takeIn(
  parts: IntakeParts,
  { serviceId, ...declared }: Arriving,
  content: AsyncIterable<Uint8Array>,
): Promise<Intake> {
  await parts.makeFolder();
  const path = join(parts.folder, randomUUID());
  const discard = async (): Promise<void> => await rm(path, { force: true });
  const handle = await open(path, 'wx+', 0o600);
  const key = makeKey();
  const look = createLook(parts.bytesMax, declared);
  try {
    const inTurns = bytesInSlices(serviceId, content);
    await writeAll(handle, encryptFrames(key, inspect(inTurns, look.take)));
    const { tail, ...seen } = await look.finish();
    const { byteCount: size, mediaType } = seen;
    const read = (range: ByteRange) => readBack({ handle, key, serviceId }, { size, range });
    const archive = { serviceId, tail, byteCount: size, read };
    if (mediaType === XLSX && !(await isBearableWorkbook(archive)))
      refuse('Not a workbook that can be taken', 'unsafe_archive');
    const scan = await parts.scanner.scan(read({ first: 0, last: size - 1 }));
    return { ...seen, key, path, storedByteCount: storedSize(size), scan, discard };
  } catch (error) {
    // A disk that cannot delete either has failed by `error`; the sweep deletes what is left.
    await discard().catch(() => undefined);
    throw error;
  } finally {
    await handle.close();
  }
}

type Taker = (chunk: Uint8Array) => Promise<void>;

async function* inspect(
  content: AsyncIterable<Uint8Array>,
  take: Taker,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    await take(chunk);
    yield chunk;
  }
}

async function writeAll(handle: FileHandle, frames: AsyncIterable<Frame>): Promise<void> {
  for await (const frame of frames) {
    await write(handle, frame);
    releaseMemory(frame[0]);
  }
  await handle.datasync();
}

async function write(handle: FileHandle, frame: Frame): Promise<void> {
  const { bytesWritten } = await handle.writev(frame);
  const rest = frame[0].byteLength + frame[1].byteLength - bytesWritten;
  // As where the disk is full, which is told then.
  if (rest > 0) await handle.writeFile(Buffer.concat(frame).subarray(-rest));
}

type Written = { handle: FileHandle; key: Buffer; serviceId: number };

/** The plain bytes of what was written, read once somebody asks for them. */
async function* readBack(
  { handle, key, serviceId }: Written,
  { size, range }: FrameRange,
): AsyncGenerator<Uint8Array> {
  const stored = eachInSlices(serviceId, readStored(handle, storedRange(range, size)));
  yield* decryptFrames(key, { size, range }, stored);
}

type Seen = Pick<Intake, 'byteCount' | 'mediaType' | 'sha256'>;
type Look = { take: Taker; finish: () => Promise<Seen & { tail: Buffer }> };

/** Counts, hashes, recognises and searches what passes by; keeps the beginning and the end only. */
function createLook(bytesMax: number, declared: DeclaredFile): Look {
  const hash = createHash('sha256');
  let byteCount = 0;
  let head = Buffer.alloc(0);
  let tail = Buffer.alloc(0);
  let mediaType: MediaType | undefined;
  let watch: TextWatch | undefined;
  const watched = (bytes: Uint8Array): void => {
    if (watch?.take(bytes) === false) refuseType();
  };
  const recognise = async (): Promise<MediaType> => {
    const found = (await findMediaType(head, declared)) ?? refuseType();
    const rules = findTextRules(found);
    watch = rules && createTextWatch(rules);
    watched(head);
    mediaType = found;
    return found;
  };
  return {
    take: async (chunk) => {
      byteCount += chunk.byteLength;
      if (byteCount > bytesMax) throw fileTooLarge(bytesMax);
      hash.update(chunk);
      // The end of anything but a workbook is never looked at.
      if (mediaType === undefined || mediaType === XLSX)
        tail = Buffer.concat([tail, chunk]).subarray(-TAIL_BYTES);
      if (mediaType !== undefined) return watched(chunk);
      const lacking = HEAD_BYTES - head.length;
      head = Buffer.concat([head, chunk.subarray(0, lacking)]);
      if (head.length < HEAD_BYTES) return;
      await recognise();
      watched(chunk.subarray(lacking));
    },
    finish: async () => {
      if (byteCount === 0) refuse('The file is empty', 'empty');
      const found = mediaType ?? (await recognise());
      if (watch?.finish() === false) refuseType();
      return { byteCount, mediaType: found, sha256: hash.digest(), tail };
    },
  };
}

function refuseType(): never {
  return refuse('Not a file of a type that is taken', 'wrong_file_type');
}

function refuse(message: string, code: IssueCode): never {
  throw invalidAt(['file'], message, code);
}
