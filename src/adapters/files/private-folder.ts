import { lstat, mkdir } from 'node:fs/promises';
import { AppError } from '../../errors.ts';

/**
 * Makes a folder that only this account can read and write. Throws AppError `files_unavailable` where there is something of that
 * name that others may have made or can use, as they can in the temporary folder that all accounts share.
 */
export async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const stats = await lstat(folder);
  const isOwn = stats.uid === process.getuid?.();
  if (stats.isDirectory() && isOwn && (stats.mode & 0o077) === 0) return;
  throw new AppError('files_unavailable', 'The folder for files that come in is not private.', {
    cause: new Error(`${folder} must be a folder owned by this account with mode 0700.`),
  });
}
