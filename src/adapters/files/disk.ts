import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError, hasCode } from '../../errors.ts';
import { currentRecord } from '../../runtime/work-scope.ts';

/** Codes of a disk that is full, over its quota, read-only or broken. */
const DISK_FAULTS = ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO'];

/**
 * Runs work on the disk of files. Throws AppError `files_unavailable` where the disk takes or gives nothing, and logs the
 * cause; other errors go through.
 */
export async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (!DISK_FAULTS.some((code) => hasCode(cause, code))) throw cause;
    currentRecord()?.log?.error({ err: cause }, 'the disk of files could not be used');
    const message = 'File storage is unavailable. The request may be sent again.';
    throw new AppError('files_unavailable', message, { cause });
  }
}

/** Bytes of a file system, and those of them that this account may still write. */
export type DiskSpace = { totalBytes: number; freeBytes: number };

/** Returns the space of the file system that a folder is on, or is going to be on. */
export async function readDiskSpace(folder: string): Promise<DiskSpace> {
  try {
    const { bsize, blocks, bavail } = await statfs(folder);
    return { totalBytes: bsize * blocks, freeBytes: bsize * bavail };
  } catch (error) {
    const parent = dirname(folder);
    if (!hasCode(error, 'ENOENT') || parent === folder) throw error;
    return await readDiskSpace(parent);
  }
}
