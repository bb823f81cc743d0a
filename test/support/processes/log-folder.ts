import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';

/** A folder of each test's own for a log, and the log's file in it, which is not there yet. */
export function useLogFolder(): { readonly folder: string; readonly file: string } {
  const log = { folder: '', file: '' };
  beforeEach(async () => {
    log.folder = await mkdtemp(join(tmpdir(), 'participant-gateway-log-'));
    log.file = join(log.folder, 'gateway.log');
  });
  afterEach(async () => {
    await rm(log.folder, { recursive: true, force: true });
  });
  return log;
}
