import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Master key of the tests. */
const TEST_MASTER_KEY = Buffer.alloc(32, 'test key').toString('base64url');

export type FileFolder = {
  path: string;
  /** Settings of a gateway that stores its files in the folder. */
  env: { FILES_DIR: string; FILE_MASTER_KEYS: string };
  remove: () => Promise<void>;
};

/** Returns the settings of a temporary file folder of one gateway, which creates it with the first file. */
export function nameFileFolder(): FileFolder {
  const path = join(tmpdir(), `participant-gateway-files-${randomUUID()}`);
  return {
    path,
    env: { FILES_DIR: path, FILE_MASTER_KEYS: TEST_MASTER_KEY },
    remove: async () => await rm(path, { recursive: true, force: true }),
  };
}
