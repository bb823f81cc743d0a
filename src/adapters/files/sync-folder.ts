import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Synchronizes a folder to disk (fsync); otherwise a power failure may lose a new name in it. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Creates a folder and its missing parents with mode 0700, durably. */
export async function createFolder(folder: string): Promise<void> {
  const topmost = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (topmost === undefined) return;
  // A new folder is an entry of its parent. All created paths begin with the topmost one and are at least as long.
  for (let created = folder; created.length >= topmost.length; created = dirname(created))
    await syncFolder(dirname(created));
}
