import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ByteRange } from '../../domain/files/byte-range.ts';
import { hasCode } from '../../errors.ts';
import { BlobMissingError, type BlobStore } from './blob-store.ts';
import { readStored } from './read-stored.ts';
import { createFolder, syncFolder } from './sync-folder.ts';

/** Creates a store in a folder, which is local or mounted by all processes. */
export function createFolderStore(folder: string): BlobStore {
  const blobs = join(folder, 'blobs');
  const incoming = join(folder, 'incoming');
  return {
    incoming,
    // Unlike S3's folder, it is not required to be private: the operator may share it among several accounts.
    makeIncoming: async () => void (await mkdir(incoming, { recursive: true, mode: 0o700 })),
    put: async (key, path) => {
      const target = toPath(blobs, key);
      await createFolder(dirname(target));
      await rename(path, target);
      await syncFolder(dirname(target));
    },
    read: async (key, range) => {
      const handle = await open(toPath(blobs, key)).catch((cause: unknown) => {
        throw hasCode(cause, 'ENOENT') ? new BlobMissingError('No such blob.', { cause }) : cause;
      });
      return readAndClose(handle, range);
    },
    delete: async (key) => await rm(toPath(blobs, key), { force: true }),
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

/** Returns the path of a blob: the last two characters of its random key spread the files over subfolders. */
function toPath(folder: string, key: string): string {
  return join(folder, key.slice(-2), key.replaceAll('/', '-'));
}
