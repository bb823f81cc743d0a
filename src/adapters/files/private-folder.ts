import { lstat, mkdir } from 'node:fs/promises';
import { AppError } from '../../errors.ts';

/**
 * Creates a folder with mode 0700. Throws AppError `files_unavailable` when an existing folder belongs to another
 * account or is accessible to others, which is possible in a shared temporary directory.
 */
export async function createPrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const stats = await lstat(folder);
  const isOwn = stats.uid === process.getuid?.();
  if (stats.isDirectory() && isOwn && (stats.mode & 0o077) === 0) return;
  throw new AppError('files_unavailable', 'The folder for incoming files is not private.', {
    cause: new Error(`${folder} must be a folder owned by this account with mode 0700.`),
  });
}
