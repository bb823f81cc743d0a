import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';

/** Creates a log folder for each test. The returned log file in it does not exist yet. */
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
