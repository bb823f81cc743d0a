import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Lends a folder that only this account can read, and removes it, also where the process is told to exit meanwhile. */
export async function withTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-lists-'));
  const removeAtOnce = (): void => rmSync(folder, { recursive: true, force: true });
  process.once('exit', removeAtOnce);
  try {
    return await work(folder);
  } finally {
    process.off('exit', removeAtOnce);
    await rm(folder, { recursive: true, force: true });
  }
}
