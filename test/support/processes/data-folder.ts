import { mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { findServerProcesses } from '../../../src/embedded-postgres/processes.ts';
import { removeEmbedded } from '../../../src/embedded-postgres/start.ts';

/** Creates an empty data folder, which is deleted after the test with its database. */
export async function makeDataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'participant-gateway-data-'));
  onTestFinished(async () => await removeEmbedded(folder));
  return folder;
}

/** Returns the process ids of the PostgreSQL server on the data folder. */
export async function serversOn(dataDir: string): Promise<number[]> {
  return await findServerProcesses(await realpath(join(dataDir, 'postgres')));
}
