import { open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hasCode } from '../../errors.ts';
import { BlobMissing, type BlobStore } from './blob-store.ts';
import { makeFolder, syncFolder } from './sync-folder.ts';

/** A folder of this machine, or one that all processes of the gateway have mounted. */
export function createFolderStore(folder: string): BlobStore {
  const blobs = join(folder, 'blobs');
  return {
    incoming: join(folder, 'incoming'),
    put: async (key, path) => {
      const target = pathIn(blobs, key);
      await makeFolder(dirname(target));
      await rename(path, target);
      await syncFolder(dirname(target));
    },
    read: async (key, { first, last }) => {
      const handle = await open(pathIn(blobs, key)).catch((cause: unknown) => {
        throw hasCode(cause, 'ENOENT') ? new BlobMissing('No such blob.', { cause }) : cause;
      });
      return handle.createReadStream({ start: first, end: last });
    },
    delete: async (key) => await rm(pathIn(blobs, key), { force: true }),
    close: () => undefined,
  };
}

/** Spread over folders by the end of the key, which is random. */
function pathIn(folder: string, key: string): string {
  return join(folder, key.slice(-2), key.replaceAll('/', '-'));
}
