import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Declared, type MediaType, XLSX } from '../../domain/media-type.ts';
import { AppError } from '../../errors.ts';
import { encryptFrames, storedSize } from './frames.ts';
import type { FileScanner } from './scanner.ts';
import { makeKey } from './seal.ts';
import { findMediaType, HEAD_BYTES } from './sniff.ts';
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

export type IntakeParts = {
  folder: string;
  bytesMax: number;
  scanner: FileScanner;
};

/**
 * Reads a file, and throws AppError as soon as it is known that it is not taken: `limit_exceeded` over the bound,
 * `invalid_input` for what is empty or of no type that is taken, `files_unavailable` where it must be scanned and
 * cannot be. Nothing is left of it then.
 */
export async function takeIn(
  parts: IntakeParts,
  declared: Declared,
  content: AsyncIterable<Uint8Array>,
): Promise<Intake> {
  await mkdir(parts.folder, { recursive: true, mode: 0o700 });
  const path = join(parts.folder, randomUUID());
  const discard = async (): Promise<void> => await rm(path, { force: true });
  const handle = await open(path, 'wx', 0o600);
  const scan = parts.scanner.open();
  const key = makeKey();
  const look = createLook(parts.bytesMax, declared);
  try {
    await writeAll(handle, encryptFrames(key, inspect(content, [look.take, scan.write])));
    const seen = await look.finish();
    return {
      ...seen,
      key,
      path,
      storedByteCount: storedSize(seen.byteCount),
      scan: await scan.verdict(),
      discard,
    };
  } catch (error) {
    scan.abandon();
    await discard();
    throw error;
  } finally {
    await handle.close();
  }
}

type Taker = (chunk: Uint8Array) => Promise<void>;

async function* inspect(
  content: AsyncIterable<Uint8Array>,
  takers: readonly Taker[],
): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    for (const take of takers) await take(chunk);
    yield chunk;
  }
}

async function writeAll(handle: FileHandle, frames: AsyncIterable<Buffer>): Promise<void> {
  for await (const frame of frames) await handle.writeFile(frame);
  await handle.datasync();
}

type Seen = Pick<Intake, 'byteCount' | 'mediaType' | 'sha256'>;
type Look = { take: Taker; finish: () => Promise<Seen> };

/** Counts, hashes and recognises what passes by; keeps the beginning and the end only. */
function createLook(bytesMax: number, declared: Declared): Look {
  const hash = createHash('sha256');
  let byteCount = 0;
  let hasZero = false;
  let head = Buffer.alloc(0);
  let tail = Buffer.alloc(0);
  let mediaType: MediaType | undefined;
  const recognise = async (): Promise<MediaType> =>
    (mediaType ??=
      (await findMediaType(head, declared)) ?? refuse('Not a file of a type that is taken'));
  return {
    take: async (chunk) => {
      byteCount += chunk.byteLength;
      if (byteCount > bytesMax)
        throw new AppError('limit_exceeded', `The file is over ${bytesMax} bytes.`);
      hash.update(chunk);
      hasZero ||= chunk.includes(0);
      // The end of anything but a workbook is never looked at.
      if (mediaType === undefined || mediaType === XLSX)
        tail = Buffer.concat([tail, chunk]).subarray(-TAIL_BYTES);
      if (mediaType !== undefined) return;
      head = Buffer.concat([head, chunk]).subarray(0, HEAD_BYTES);
      if (head.length === HEAD_BYTES) await recognise();
    },
    finish: async () => {
      if (byteCount === 0) refuse('The file is empty');
      const found = await recognise();
      if (found === 'text/csv' && hasZero) refuse('Not a file of a type that is taken');
      if (found === XLSX && !isBearableWorkbook(tail, byteCount))
        refuse('Not a workbook that can be taken');
      return { byteCount, mediaType: found, sha256: hash.digest() };
    },
  };
}

function refuse(message: string): never {
  throw new AppError('invalid_input', 'The input is not valid.', {
    issues: [{ path: ['file'], message }],
  });
}
