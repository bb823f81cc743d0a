import { mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { findServerProcesses } from '../../../src/embedded-postgres/processes.ts';
import { removeEmbedded } from '../../../src/embedded-postgres/start.ts';

/** A new, empty data folder; it and the database are deleted after the test that asked for it. */
export async function makeDataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'participant-gateway-data-'));
  onTestFinished(async () => await removeEmbedded(folder));
  return folder;
}

/** The process ids of the PostgreSQL server that runs on the folder. */
export async function serversOn(dataDir: string): Promise<number[]> {
  return await findServerProcesses(await realpath(join(dataDir, 'postgres')));
}
