import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Runs work with a temporary folder that only this account can read. The folder is removed afterwards, also when the
 * process exits.
 */
export async function withTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-lists-'));
  const removeOnExit = (): void => rmSync(folder, { recursive: true, force: true });
  process.once('exit', removeOnExit);
  try {
    return await work(folder);
  } finally {
    process.off('exit', removeOnExit);
    await rm(folder, { recursive: true, force: true });
  }
}
