import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileOptions } from '../../config/file-options.ts';
import type { ByteRange } from '../../domain/files/byte-range.ts';
import { AppError, hasCode } from '../../errors.ts';
import { eachInSlices } from '../../scheduling/bytes-in-slices.ts';
import { BlobMissingError, type BlobStore } from './blob-store.ts';
import { type DiskSpace, readDiskSpace, withDiskErrors } from './disk.ts';
import { createFolderStore } from './folder-store.ts';
import { decryptFrames, toStoredRange } from './frames.ts';
import { addMasterKey, createMasterKeys, type MasterKeys, toKeyIds } from './master-keys.ts';
import { createScanner } from './scanner.ts';
import { createKey, decryptValue, encryptValue } from './seal.ts';
import { type IncomingFile, type StagedUpload, stageUpload } from './stage-upload.ts';
import { createUploadSemaphore } from './upload-semaphore.ts';

/** Data encryption key wrapped by a master key, as stored in the database. */
export type WrappedKey = { masterKeyId: string; wrappedKey: Buffer };

/**
 * Owner of a data encryption key, or id of a signing key. It is the associated data of the wrapped key, so that a key
 * can only be unwrapped for its owner. `businessId` is null for files without a business.
 */
export type KeyOwner = { serviceId: number; businessId: number | null } | { kid: string };

/** Storage and envelope encryption of files. */
export type FileVault = {
  bytesMax: number;
  /** Throws AppError `files_unavailable` when no master key exists. */
  checkReady: () => Promise<void>;
  /** Runs an upload. Throws AppError `too_many_requests` when too many uploads are in progress. */
  admit: <T>(serviceId: number, work: () => Promise<T>) => Promise<T>;
  /**
   * Receives, checks and encrypts a file: see stageUpload. Throws AppError `files_unavailable` when the disk is full.
   */
  receive: (file: IncomingFile, content: AsyncIterable<Uint8Array>) => Promise<StagedUpload>;
  /** Stores a staged upload under a storage key. Throws AppError `files_unavailable` when the disk is full. */
  store: (upload: StagedUpload, storageKey: string) => Promise<void>;
  /**
   * Decrypts a range. Returns undefined when the store has no such blob. Verifies the first bytes before it resolves. A
   * caller that does not read the bytes must dispose of them.
   */
  read: (blob: StoredBlob, range: ByteRange) => Promise<OpenBytes | undefined>;
  delete: (storageKey: string) => Promise<void>;
  wrapKey: (key: Buffer, owner: KeyOwner) => Promise<WrappedKey>;
  /**
   * Unwraps a key. Throws AppError `files_unavailable` when its master key is not available, and DecryptionError when
   * the key belongs to another owner or was changed.
   */
  unwrapKey: (wrapped: WrappedKey, owner: KeyOwner) => Promise<Buffer>;
  /** Returns the ids of the master keys, current key first. Throws AppError `files_unavailable` when there is none. */
  masterKeyIds: () => Promise<[string, ...string[]]>;
  /** Adds a new current master key to the key file. Does nothing when FILE_MASTER_KEYS configures the keys. */
  addMasterKey: () => Promise<void>;
  makeKey: () => Buffer;
  seal: typeof encryptValue;
  unseal: typeof decryptValue;
  /** Deletes temporary files of uploads that were interrupted over an hour ago. */
  sweepIncoming: () => Promise<void>;
  /** Returns the space of the disk to which uploads are written, which is that of the store if it is a folder. */
  readDiskSpace: () => Promise<DiskSpace>;
  close: () => void;
};

/** Bytes whose source is released when they were read, abandoned or disposed of. */
export type OpenBytes = AsyncIterable<Uint8Array> & AsyncDisposable;

/** Stored file with its data encryption key. `serviceId` accounts the CPU time of the decryption. */
export type StoredBlob = { serviceId: number; storageKey: string; key: Buffer; size: number };

export type VaultParts = {
  options: FileOptions;
  onFault: (error: unknown) => void;
};

/**
 * Creates the vault. Throws OperatorError for invalid keys in FILE_MASTER_KEYS; a key file is read on first use.
 * Creates folders and connections with the first file only. `onFault` is called for each file without a scan verdict.
 */
export async function createFileVault({ options, onFault }: VaultParts): Promise<FileVault> {
  const masterKeys = createMasterKeys(options);
  const store = await openStore(options);
  const scanner = createScanner({ ...options, onFault });
  const { incoming: folder, makeIncoming: makeFolder } = store;
  const parts = { folder, makeFolder, bytesMax: options.bytesMax, scanner };
  return {
    bytesMax: options.bytesMax,
    checkReady: async () => void (await masterKeys.list()),
    admit: createUploadSemaphore(options.uploadsMax),
    receive: async (file, content) =>
      await withDiskErrors(async () => await stageUpload(parts, file, content)),
    store: async ({ path, storedByteCount }, key) =>
      await withDiskErrors(async () => {
        await store.put(key, path, storedByteCount);
        await rm(path, { force: true });
      }),
    read: async (blob, range) =>
      await withDiskErrors(async () => await readBlob(store, blob, range)),
    delete: async (key) => await store.delete(key),
    wrapKey: async (key, owner) => await wrapDataKey(masterKeys, key, owner),
    unwrapKey: async (wrapped, owner) => await unwrapDataKey(masterKeys, wrapped, owner),
    masterKeyIds: async () => toKeyIds(await masterKeys.list()),
    addMasterKey: async () => {
      const { masterKeys: text, masterKeyFile } = options;
      if (text === undefined && masterKeyFile !== undefined) await addMasterKey(masterKeyFile);
    },
    makeKey: createKey,
    seal: encryptValue,
    unseal: decryptValue,
    sweepIncoming: async () => await sweepFolder(store.incoming),
    readDiskSpace: async () => await readDiskSpace(store.incoming),
    close: () => store.close(),
  };
}

/** Loads the S3 client only when it is used, because it is large. */
async function openStore({ folder, s3 }: FileOptions): Promise<BlobStore> {
  if (s3 === undefined) return createFolderStore(folder);
  const { createS3Store } = await import('./s3-store.ts');
  return createS3Store(s3);
}

async function readBlob(
  store: BlobStore,
  { serviceId, storageKey, key, size }: StoredBlob,
  range: ByteRange,
): Promise<OpenBytes | undefined> {
  try {
    const stored = await store.read(storageKey, toStoredRange(range, size));
    const chunks = eachInSlices(serviceId, stored);
    return await startReading(decryptFrames(key, { size, range }, chunks));
  } catch (error) {
    if (error instanceof BlobMissingError) return undefined;
    throw error;
  }
}

/** Reads the first chunk, so that an error is thrown before the response begins. */
async function startReading(bytes: AsyncGenerator<Buffer>): Promise<OpenBytes> {
  const firstResult = await bytes.next();
  const dispose = async (): Promise<void> => void (await bytes.return(undefined));
  return {
    async *[Symbol.asyncIterator]() {
      try {
        if (firstResult.done !== true) yield firstResult.value;
        yield* bytes;
      } finally {
        // A consumer that stops at the first chunk has not started the inner generator.
        await dispose();
      }
    },
    [Symbol.asyncDispose]: dispose,
  };
}

async function wrapDataKey(keys: MasterKeys, key: Buffer, owner: KeyOwner): Promise<WrappedKey> {
  const [current] = await keys.list();
  return {
    masterKeyId: current.id,
    wrappedKey: encryptValue(current.secret, toAssociatedData(owner), key),
  };
}

async function unwrapDataKey(
  keys: MasterKeys,
  wrapped: WrappedKey,
  owner: KeyOwner,
): Promise<Buffer> {
  const master = await keys.find(wrapped.masterKeyId);
  if (master === undefined)
    throw new AppError('files_unavailable', 'The encryption key of the file is not available.');
  return decryptValue(master.secret, toAssociatedData(owner), wrapped.wrappedKey);
}

function toAssociatedData(owner: KeyOwner): string {
  if ('kid' in owner) return `signing-key:${owner.kid}`;
  const { serviceId, businessId } = owner;
  return `data-key:${serviceId}:${businessId ?? 'none'}`;
}

/** Age at which a temporary file belongs to no running upload. */
const ABANDONED_MS = 3_600_000;

async function sweepFolder(folder: string): Promise<void> {
  for (const name of await readNames(folder)) {
    const path = join(folder, name);
    const stats = await stat(path).catch(() => undefined);
    if (stats !== undefined && Date.now() - stats.mtimeMs > ABANDONED_MS)
      await rm(path, { force: true });
  }
}

/** Returns the names in a folder; none while it does not exist, before the first file. */
async function readNames(folder: string): Promise<string[]> {
  return await readdir(folder).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  });
}
