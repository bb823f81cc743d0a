import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ByteRange } from '../../domain/files/byte-range.ts';
import { hasCode } from '../../errors.ts';
import { BlobMissing, type BlobStore } from './blob-store.ts';
import { readStored } from './read-stored.ts';
import { makeFolder, syncFolder } from './sync-folder.ts';

/** A folder of this machine, or one that all processes of the gateway have mounted. */
export function createFolderStore(folder: string): BlobStore {
  const blobs = join(folder, 'blobs');
  const incoming = join(folder, 'incoming');
  return {
    incoming,
    // Its accounts are the operator's, who may have the folder shared by several.
    makeIncoming: async () => void (await mkdir(incoming, { recursive: true, mode: 0o700 })),
    put: async (key, path) => {
      const target = pathIn(blobs, key);
      await makeFolder(dirname(target));
      await rename(path, target);
      await syncFolder(dirname(target));
    },
    read: async (key, range) => {
      const handle = await open(pathIn(blobs, key)).catch((cause: unknown) => {
        throw hasCode(cause, 'ENOENT') ? new BlobMissing('No such blob.', { cause }) : cause;
      });
      return readAndClose(handle, range);
    },
    delete: async (key) => await rm(pathIn(blobs, key), { force: true }),
    close: () => undefined,
  };
}

async function* readAndClose(handle: FileHandle, range: ByteRange): AsyncGenerator<Uint8Array> {
  try {
    yield* readStored(handle, range);
  } finally {
    await handle.close();
  }
}

/** Spread over folders by the end of the key, which is random. */
function pathIn(folder: string, key: string): string {
  return join(folder, key.slice(-2), key.replaceAll('/', '-'));
}
