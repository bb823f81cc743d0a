import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError, hasCode } from '../../errors.ts';
import { currentWorkScope } from '../../runtime/work-scope.ts';

/** Codes of a disk that is full, over its quota, read-only or broken. */
const DISK_FAULTS = ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO'];

/**
 * Runs work on the disk of files. Converts errors of the disk to AppError `files_unavailable` and logs the cause.
 * Rethrows other errors.
 */
export async function withDiskErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (!DISK_FAULTS.some((code) => hasCode(cause, code))) throw cause;
    currentWorkScope()?.log?.error({ err: cause }, 'the disk of files could not be used');
    const message = 'Files cannot be stored or read at the moment. The request may be sent again.';
    throw new AppError('files_unavailable', message, { cause });
  }
}

/** Size of a file system, and the space available to this account. */
export type DiskSpace = { totalBytes: number; freeBytes: number };

/** Returns the space of the file system of a folder. A folder that does not exist yet has that of its parent. */
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
